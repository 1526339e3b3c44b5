import { Delayed } from '../shared/ui/feedback/Skeleton.tsx';
import { Logo } from '../shared/ui/layout/Logo.tsx';
import './splash.css';

/** While the very first page is on its way. */
export function Splash() {
  return (
    <Delayed>
      <main className="splash">
        <Logo />
      </main>
    </Delayed>
  );
}
