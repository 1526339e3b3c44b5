import { DeviceList } from '../components/DeviceList.tsx';

export default function CloudControllersPage() {
  return <DeviceList kind="controller" />;
}
