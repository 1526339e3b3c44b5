import { SECOND } from '@airloom/contract/time';
import { useEffect, useState } from 'react';

export interface Countdown {
  /** Whole seconds left; 0 when the time has come. */
  readonly seconds: number;
  start(seconds: number): void;
}

/** Counts down to a wall-clock time, so that a background tab does not lag behind. */
export function useCountdown(until = 0): Countdown {
  const [end, setEnd] = useState(until);
  const [now, setNow] = useState(() => Date.now());
  const running = end > now;
  useEffect(() => {
    if (!running) return;
    const timer = setInterval(() => setNow(Date.now()), SECOND);
    return () => clearInterval(timer);
  }, [running]);
  return {
    seconds: Math.max(0, Math.ceil((end - now) / SECOND)),
    start(seconds) {
      const from = Date.now();
      setNow(from);
      setEnd(from + seconds * SECOND);
    },
  };
}
