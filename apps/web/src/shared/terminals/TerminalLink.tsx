import type { ReactNode } from 'react';
import { useSeenKinds } from '../session/seen-kinds.ts';
import { useHolds } from '../session/session-store.ts';
import { CellLink } from '../table/CellLink.tsx';
import { terminalPage } from './terminal-page.ts';

/** Link to a client page, for roles that may see it. */
export function TerminalLink({ mac, children }: { mac: string; children: ReactNode }) {
  const opens = useHolds('authuserOnline_view');
  const sees = useSeenKinds().length > 0 && opens;
  return sees ? <CellLink to={terminalPage(mac)}>{children}</CellLink> : children;
}
