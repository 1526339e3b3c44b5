import { DeviceList } from '../components/DeviceList.tsx';

export default function SmartDevicesPage() {
  return <DeviceList kind="smart" />;
}
