import type { ReactNode } from 'react';
import { Link } from 'react-router';

interface OptionalLinkProps {
  /** Undefined without permission. */
  to: string | undefined;
  className?: string;
  children: ReactNode;
}

/** A link, or plain content without a target. */
export function OptionalLink({ to, className = '', children }: OptionalLinkProps) {
  if (to === undefined) return <span className={className}>{children}</span>;
  return (
    <Link to={to} className={className}>
      {children}
    </Link>
  );
}
