import { useState } from 'react';
import { CallFailure } from '../../shared/api/call-failure.ts';
import { failureText } from '../../shared/api/on-failure.ts';
import { useCountdown } from './use-countdown.ts';

export interface Refusal {
  /** What the server said, until the next try. */
  readonly text: string | null;
  /** How long it wants to be left alone. */
  readonly seconds: number;
  readonly waiting: boolean;
  say(text: string): void;
  /** Runs a quiet call and keeps its refusal; what belongs under a field is left to the form. */
  guard<T>(work: () => Promise<T>): Promise<T>;
}

/** On a sign-in page a refusal stays where the person looks, instead of passing by as a toast. */
export function useRefusal(): Refusal {
  const [text, setText] = useState<string | null>(null);
  const [throttled, setThrottled] = useState(false);
  const countdown = useCountdown();
  const waiting = throttled && countdown.seconds > 0;
  return {
    text: throttled && !waiting ? null : text,
    seconds: countdown.seconds,
    waiting,
    say(next) {
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
