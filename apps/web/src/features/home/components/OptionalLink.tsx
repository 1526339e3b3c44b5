import type { ReactNode } from 'react';
import { Link } from 'react-router';

interface WayProps {
  /** Undefined where there is nothing for this role. */
  to: string | undefined;
  className?: string;
  children: ReactNode;
}

/** A link where it leads somewhere, else the same without. */
export function Way({ to, className = '', children }: WayProps) {
  if (to === undefined) return <span className={className}>{children}</span>;
  return (
    <Link to={to} className={className}>
      {children}
    </Link>
  );
}
