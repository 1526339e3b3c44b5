import { DeviceList } from '../components/DeviceList.tsx';

export default function GatewaysPage() {
  return <DeviceList kind="gateway" />;
}
