import type { ReactNode } from 'react';
import { useHolds } from '../session/session-store.ts';
import { CellLink } from '../table/CellLink.tsx';
import { terminalPage } from './terminal-page.ts';

/** A client leads to its page, for whoever may see that. */
export function TerminalLink({ mac, children }: { mac: string; children: ReactNode }) {
  const sees = useHolds('authuserOnline_view');
  return sees ? <CellLink to={terminalPage(mac)}>{children}</CellLink> : children;
}
