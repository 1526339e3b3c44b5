import { DeviceList } from '../components/DeviceList.tsx';

export default function AllDevicesPage() {
  return <DeviceList />;
}
