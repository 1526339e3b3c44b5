import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import { bigScreenAddress } from './from-big-screen.ts';

/** Time without input after which a detail page returns to the big screen. */
const BACK_MS = 120_000;
const INPUT_EVENTS = ['pointermove', 'pointerdown', 'keydown', 'wheel', 'touchstart'] as const;

export function useReturnToBigScreen(wanted = true): void {
  const navigate = useNavigate();
  useEffect(() => {
    if (!wanted) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const over = new AbortController();
    const wait = (): void => {
      clearTimeout(timer);
      timer = setTimeout(() => void navigate(bigScreenAddress()), BACK_MS);
    };
    wait();
    for (const event of INPUT_EVENTS)
      window.addEventListener(event, wait, { passive: true, signal: over.signal });
    return () => {
      clearTimeout(timer);
      over.abort();
    };
  }, [wanted, navigate]);
}
