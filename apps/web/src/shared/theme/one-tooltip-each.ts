import type { ReactNode } from 'react';

/** Stands in for antd's provider of shared tooltips: every tooltip keeps to its own target. */
export default function OneTooltipEach({ children }: { children: ReactNode }): ReactNode {
  return children;
}
