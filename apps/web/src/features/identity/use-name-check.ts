import { registrationCalls } from '@airloom/contract/identity/registration.calls';
import { userName } from '@airloom/contract/identity/registration.rules';
import { useEffect, useState } from 'react';
import { useCall } from '../../shared/api/use-call.ts';

const PAUSE_MS = 400;

/** The debounced value. */
function useSettled(value: string): string {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}

export type NameCheck = 'unknown' | 'checking' | 'free' | 'taken';

/** Whether a user name is available, checked when typing pauses. The person's own name is not checked. */
export function useNameCheck(typed: string, own = ''): NameCheck {
  const wanted = userName.safeParse(typed).data ?? '';
  const settled = useSettled(wanted);
  const askable = wanted !== '' && wanted.toLowerCase() !== own.toLowerCase();
  const check = useCall(
    registrationCalls.checkAccount,
    { username: settled },
    { enabled: askable && settled === wanted },
  );
  if (!askable || check.isError) return 'unknown';
  if (settled !== wanted || check.data === undefined) return 'checking';
  return check.data.available ? 'free' : 'taken';
}
