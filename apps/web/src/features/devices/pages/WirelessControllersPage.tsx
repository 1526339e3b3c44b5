import { DeviceList } from '../components/DeviceList.tsx';

export default function WirelessControllersPage() {
  return <DeviceList kind="ac" />;
}
