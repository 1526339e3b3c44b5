import { DeviceList } from '../components/DeviceList.tsx';

export default function AccessPointsPage() {
  return <DeviceList kind="ap" />;
}
