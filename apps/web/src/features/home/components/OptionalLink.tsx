import type { ReactNode } from 'react';
import { Link } from 'react-router';

interface OptionalLinkProps {
  /** Undefined where there is nothing for this role. */
  to: string | undefined;
  className?: string;
  children: ReactNode;
}

/** A link where it leads somewhere, else the same without. */
export function OptionalLink({ to, className = '', children }: OptionalLinkProps) {
  if (to === undefined) return <span className={className}>{children}</span>;
  return (
    <Link to={to} className={className}>
      {children}
    </Link>
  );
}
