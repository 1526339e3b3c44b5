import type { LoginResponse } from '@airloom/contract/identity/identity.model';
import { useState } from 'react';
import { useEnter } from './enter.ts';
import { type Refusal, useRefusal } from './use-refusal.ts';

export type Challenge = NonNullable<LoginResponse['secondFactor']>;

export interface SignIn {
  /** The second factor still owed. */
  readonly challenge: Challenge | null;
  readonly refusal: Refusal;
  /** Tries a way in: goes on into the console, or to the second factor. */
  attempt(way: () => Promise<LoginResponse>): Promise<void>;
  enter(login: LoginResponse): void;
  /** Back to the first step, with a word on why. */
  startAgain(because?: string): void;
}

/** Every way in ends alike: in the console, at the second factor, or with a refusal. */
export function useSignIn(): SignIn {
  const [challenge, setChallenge] = useState<Challenge | null>(null);
  const refusal = useRefusal();
  const enter = useEnter();
  return {
    challenge,
    refusal,
    enter,
    async attempt(way) {
      const login = await refusal.guard(way);
      if (login.secondFactor === null) enter(login);
      else setChallenge(login.secondFactor);
    },
    startAgain(because) {
      setChallenge(null);
      if (because !== undefined) refusal.say(because);
    },
  };
}
