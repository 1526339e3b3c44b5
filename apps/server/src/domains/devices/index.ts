export { refuseSiteWithDevices } from './held-devices.repository.ts';
