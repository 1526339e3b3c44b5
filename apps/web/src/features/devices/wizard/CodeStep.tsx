import { useState } from 'react';
import { ClaimCodeForm, type MadeCode } from '../components/adding/ClaimCodeForm.tsx';
import { ClaimCodeShown } from '../components/adding/ClaimCodeShown.tsx';
import { ProgressPanel } from './ProgressPanel.tsx';
import './wizard.css';

/** Devices without a certificate get one for a claim code. */
export default function CodeStep() {
  const [made, setMade] = useState<MadeCode | null>(null);
  if (made === null) {
    return (
      <section className="card adding-form">
        <ClaimCodeForm onMade={setMade} />
      </section>
    );
  }
  return (
    <>
      <ClaimCodeShown made={made} onAgain={() => setMade(null)} />
      <ProgressPanel of={{ claimCodeUUID: made.claimCodeUUID }} />
    </>
  );
}
