import { DeviceList } from '../components/DeviceList.tsx';

export default function SwitchesPage() {
  return <DeviceList kind="switch" />;
}
