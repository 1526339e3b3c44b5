import { accessCalls } from '@airloom/contract/access/access.calls';
import { useEffect, useState } from 'react';
import { useCall } from '../api/use-call.ts';
import { useHolds, useSession } from '../session/session-store.ts';

const PAUSE_MS = 250;
const SHOWN = 50;

export interface Person {
  value: string;
  label: string;
  /** Undefined for people outside the reach of the caller. */
  contact?: { email: string; phone: string };
}

export interface People {
  /** Those that what is typed finds, of many the first. */
  found: readonly Person[];
  /** All people found so far, so that selected ones keep their name during a search. */
  known: readonly Person[];
  search(typed: string): void;
  searching: boolean;
}

const NOBODY: ReadonlyMap<string, Person> = new Map();

/** Whoever may not look at the people of the account knows at least themselves. */
function useSelf(): readonly Person[] {
  const profile = useSession((state) => state.profile);
  if (profile === null) return [];
  const { managerUUID, nickname, userName, email, phone } = profile;
  return [{ value: managerUUID, label: nickname || userName, contact: { email, phone } }];
}

/** People of the account who can sign in, looked for once the typing pauses. */
export function usePeople(): People {
  const looks = useHolds('subaccount_manage');
  const self = useSelf();
  const [typed, setTyped] = useState('');
  const [wanted, setWanted] = useState('');
  const [known, setKnown] = useState(NOBODY);
  useEffect(() => {
    const timer = setTimeout(() => setWanted(typed.trim()), typed === '' ? 0 : PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  const { data, isFetching } = useCall(
    accessCalls.listSubAccounts,
    { search: wanted, size: SHOWN, sort: 'userName' },
    { enabled: looks, keepPrevious: true },
  );
  // Somebody with two roles in the account is one person.
  const found = new Map<string, Person>(
    data?.rows
      .filter(({ disabled }) => !disabled)
      .map(({ managerUUID, nickname, userName, email, phone }) => [
        managerUUID,
        { value: managerUUID, label: nickname || userName, contact: { email, phone } },
      ]),
  );
  // The caller is always included.
  if (wanted === '') for (const one of self) if (!found.has(one.value)) found.set(one.value, one);
  if ([...found.keys()].some((uuid) => !known.has(uuid))) setKnown(new Map([...known, ...found]));
  if (!looks) return { found: self, known: self, search: setTyped, searching: false };
  return { found: [...found.values()], known: [...known.values()], search: setTyped, searching: isFetching };
}
