import { useNavigate } from 'react-router';
import { VirtualDevicesStep } from '../virtual/VirtualDevicesStep.tsx';

/** Devices that this console simulates. */
export default function VirtualStep() {
  const navigate = useNavigate();
  return (
    <section className="card adding-virtual">
      <VirtualDevicesStep onShow={() => void navigate('/device/all')} />
    </section>
  );
}
