import { useSearchParams } from 'react-router';
import { AppLoginPhone } from '../components/AppLoginPhone.tsx';
import { AppLoginScreen } from '../components/AppLoginScreen.tsx';

/** The QR code opens this same page on the phone, with the id to confirm. */
export default function AppLoginPage() {
  const [query] = useSearchParams();
  const qrUUID = query.get('qr');
  return qrUUID === null ? <AppLoginScreen /> : <AppLoginPhone qrUUID={qrUUID} />;
}
