import type { LoginResponse } from '@airloom/contract/identity/sign-in.model';
import { queryClient } from '../api/query-client.ts';
import { markSignedIn } from './session-cookies.ts';
import { clearSession } from './session-store.ts';

/** After any sign-in call that owes no second factor any more. */
export function signedIn(login: LoginResponse): void {
  if (login.secondFactor !== null) throw new Error('a second factor is still owed');
  queryClient.clear();
  clearSession();
  markSignedIn();
}
