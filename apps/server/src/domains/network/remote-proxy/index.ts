export { createRemoteProxy } from './remote-proxy.module.ts';
