import { Logo } from '../shared/ui/Logo.tsx';
import { Delayed } from '../shared/ui/Skeleton.tsx';
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
