import { LAYOUTS, type Layout } from '@airloom/contract/topology/topology.model';
import { useSearchParams } from 'react-router';

interface Board {
  readonly layout: Layout;
  readonly isList: boolean;
  /** Device whose path is highlighted. */
  readonly sought: string | null;
  /** Device whose drawer is open. */
  readonly opened: string | null;
}

type Change = Readonly<Partial<Record<'layout' | 'view' | 'find' | 'device', string | null>>>;

/** View state in the address. Several parts change at once: a second change would overwrite the first. */
export function useBoardAddress(): [board: Board, change: (change: Change) => void] {
  const [query, setQuery] = useSearchParams();
  const board: Board = {
    layout: LAYOUTS.find((layout) => layout === query.get('layout')) ?? 'right',
    isList: query.get('view') === 'list',
    sought: query.get('find'),
    opened: query.get('device'),
  };
  function change(parts: Change): void {
    setQuery(
      (current) => {
        const next = new URLSearchParams(current);
        for (const [name, value] of Object.entries(parts)) {
          if (value === null || value === undefined) next.delete(name);
          else next.set(name, value);
        }
        return next;
      },
      { replace: true },
    );
  }
  return [board, change];
}
