import type { Grant } from '@airloom/contract/permissions';
import type { ReactNode } from 'react';
import { useHolds } from '../session/session-store.ts';

/** Shows its children only with the permission. */
export function Can({ grant, children }: { grant: Grant; children: ReactNode }) {
  return useHolds(grant) ? children : null;
}
