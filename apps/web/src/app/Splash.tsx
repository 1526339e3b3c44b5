import { Delayed } from '../shared/ui/feedback/Skeleton.tsx';
import { Logo } from '../shared/ui/layout/Logo.tsx';
import './splash.css';

/** Shown while the first page loads. */
export function Splash() {
  return (
    <Delayed>
      <main className="splash">
        <Logo />
      </main>
    </Delayed>
  );
}
