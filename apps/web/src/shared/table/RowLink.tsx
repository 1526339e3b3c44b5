import type { MouseEvent, ReactNode } from 'react';
import { useNavigate } from 'react-router';
import './cell-link.css';

/**
 * A plain link in a row that comes and goes while one scrolls: a router's own would be much of what the row costs.
 * The grid around follows it ({@link useFollow}).
 */
export function RowLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <a href={to} className="table-link">
      {children}
    </a>
  );
}

/** Opens plain links without loading the console anew, unless they were asked for in another tab or window. */
export function useFollow(): (event: MouseEvent) => void {
  const navigate = useNavigate();
  return (event) => {
    const link = event.target instanceof Element ? event.target.closest('a.table-link') : null;
    const to = link?.getAttribute('href');
    const elsewhere = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;
    if (to === null || to === undefined || event.defaultPrevented || event.button !== 0 || elsewhere) return;
    event.preventDefault();
    void navigate(to);
  };
}
