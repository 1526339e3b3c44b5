import { useCallback } from 'react';
import { useSearchParams } from 'react-router';

/** What of a page is open is part of its address: `?device=…`, `?add=list`. */
export function useAddressValue(name: string): [value: string | null, set: (value: string | null) => void] {
  const [query, setQuery] = useSearchParams();
  const set = useCallback(
    (value: string | null): void =>
      setQuery(
        (current) => {
          const next = new URLSearchParams(current);
          if (value === null) next.delete(name);
          else next.set(name, value);
          return next;
        },
        { replace: true },
      ),
    [setQuery, name],
  );
  return [query.get(name), set];
}
