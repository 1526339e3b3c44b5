import type { LoginResponse } from '@airloom/contract/identity/sign-in.model';
import { useNavigate, useSearchParams } from 'react-router';
import { signedIn } from '../../shared/session/signed-in.ts';

/** The query that returns a person to `path` once they are signed in. */
export function returningTo(path: string): string {
  return `?${new URLSearchParams({ to: path })}`;
}

/** Continues to the console, or to `?to=`, which `/redirect` checks to be a page of ours. */
export function useEnter(): (login: LoginResponse) => void {
  const navigate = useNavigate();
  const [query] = useSearchParams();
  const to = query.get('to');
  return (login) => {
    signedIn(login);
    void navigate(to === null ? '/' : `/redirect${returningTo(to)}`, { replace: true });
  };
}
