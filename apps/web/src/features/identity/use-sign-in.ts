import type { LoginResponse } from '@airloom/contract/identity/sign-in.model';
import { useState } from 'react';
import { useEnter } from './enter.ts';
import { type Refusal, useRefusal } from './use-refusal.ts';

export type Challenge = NonNullable<LoginResponse['secondFactor']>;

export interface SignIn {
  /** The pending second factor. */
  readonly challenge: Challenge | null;
  readonly refusal: Refusal;
  /** Runs a sign-in method: continues to the console, or to the second factor. */
  attempt(way: () => Promise<LoginResponse>): Promise<void>;
  enter(login: LoginResponse): void;
  /** Back to the first step, with the reason. */
  startAgain(because?: string): void;
}

/** Common end of all sign-in methods: the console, the second factor, or a refusal. */
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
      if (because !== undefined) refusal.show(because);
    },
  };
}
