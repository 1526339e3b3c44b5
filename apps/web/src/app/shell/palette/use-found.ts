import { searchCalls } from '@airloom/contract/search/search.calls';
import { SEARCH_LIMITS } from '@airloom/contract/search/search.limits';
import type { FoundEverything } from '@airloom/contract/search/search.model';
import { useEffect, useState } from 'react';
import { useCall } from '../../../shared/api/use-call.ts';

const PAUSE_MS = 150;

interface Found {
  /** Null while nothing is searched for, or before the first answer. */
  readonly found: FoundEverything | null;
  /** The text of these results is not the typed one yet. */
  readonly isPending: boolean;
}

/** Everything that contains the typed text; asked for after a pause in typing. */
export function useFound(typed: string): Found {
  const [wanted, setWanted] = useState('');
  const search = typed.trim().slice(0, SEARCH_LIMITS.textMax);
  useEffect(() => {
    const timer = setTimeout(() => setWanted(search), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [search]);
  const asks = wanted.length >= SEARCH_LIMITS.textMin;
  const { data, isFetching, isPlaceholderData, error } = useCall(
    searchCalls.searchEverything,
    { search: wanted },
    { enabled: asks, keepPrevious: true },
  );
  if (search.length < SEARCH_LIMITS.textMin) return { found: null, isPending: false };
  const isBehind = wanted !== search || isPlaceholderData || (isFetching && data === undefined);
  return { found: data ?? null, isPending: isBehind && error === null };
}
