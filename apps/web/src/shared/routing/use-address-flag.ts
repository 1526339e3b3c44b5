import { useSearchParams } from 'react-router';

/** Something on the page that a link can open: `/topnav/org?new=1`. */
export function useAddressFlag(name: string): [on: boolean, set: (on: boolean) => void] {
  const [query, setQuery] = useSearchParams();
  function set(on: boolean): void {
    setQuery(
      (current) => {
        const next = new URLSearchParams(current);
        if (on) next.set(name, '1');
        else next.delete(name);
        return next;
      },
      { replace: true },
    );
  }
  return [query.has(name), set];
}
