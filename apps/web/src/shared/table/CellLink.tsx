import type { MouseEvent, ReactNode } from 'react';
import { Link } from 'react-router';
import './cell-link.css';

/** In a row that opens as a whole, a link of its own must not open the row as well. */
export function keepFromRow(event: MouseEvent): void {
  event.stopPropagation();
}

export function CellLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link to={to} className="table-link" onClick={keepFromRow}>
      {children}
    </Link>
  );
}

/** The name of a row, which opens it: what a click on the row does, for keyboards. */
export function CellOpen({ onOpen, children }: { onOpen(): void; children: ReactNode }) {
  return (
    <button
      type="button"
      className="table-open"
      onClick={(event) => {
        keepFromRow(event);
        onOpen();
      }}
    >
      {children}
    </button>
  );
}
