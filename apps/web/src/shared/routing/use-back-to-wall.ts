import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import { wallAddress } from './from-wall.ts';

/** A detail that nobody looks at any more gives the wall back to what matters. */
const BACK_MS = 120_000;
const HANDS = ['pointermove', 'pointerdown', 'keydown', 'wheel', 'touchstart'] as const;

export function useBackToWall(wanted = true): void {
  const navigate = useNavigate();
  useEffect(() => {
    if (!wanted) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const over = new AbortController();
    const wait = (): void => {
      clearTimeout(timer);
      timer = setTimeout(() => void navigate(wallAddress()), BACK_MS);
    };
    wait();
    for (const hand of HANDS) window.addEventListener(hand, wait, { passive: true, signal: over.signal });
    return () => {
      clearTimeout(timer);
      over.abort();
    };
  }, [wanted, navigate]);
}
