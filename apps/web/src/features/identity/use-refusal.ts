import { useState } from 'react';
import { CallFailure } from '../../shared/api/call-failure.ts';
import { failureText } from '../../shared/api/on-failure.ts';
import { useCountdown } from './use-countdown.ts';

export interface Refusal {
  /** The failure of the last attempt. */
  readonly text: string | null;
  /** Seconds until the next attempt is allowed. */
  readonly seconds: number;
  readonly waiting: boolean;
  show(text: string): void;
  /** Runs a call without a toast and keeps its refusal; field errors are left to the form. */
  guard<T>(work: () => Promise<T>): Promise<T>;
}

/** Sign-in pages show a refusal in place, instead of a toast. */
export function useRefusal(): Refusal {
  const [text, setText] = useState<string | null>(null);
  const [throttled, setThrottled] = useState(false);
  const countdown = useCountdown();
  const waiting = throttled && countdown.seconds > 0;
  return {
    text: throttled && !waiting ? null : text,
    seconds: countdown.seconds,
    waiting,
    show(next) {
      setThrottled(false);
      setText(next);
    },
    async guard(work) {
      setText(null);
      setThrottled(false);
      try {
        return await work();
      } catch (error) {
        if (error instanceof CallFailure && error.data.fields === undefined) {
          setText(failureText(error));
          if (error.data.retryAfter !== undefined) {
            setThrottled(true);
            countdown.start(error.data.retryAfter);
          }
        }
        throw error;
      }
    },
  };
}
