import type { Call } from '@airloom/contract/call';
import { statisticsCalls } from '@airloom/contract/statistics/statistics.calls';
import { TREE_CALLS } from './organizations.queries.ts';

/** Queries to read again after a change of organizations or sites. */
export const REFRESHED_CALLS: readonly Call[] = [
  ...TREE_CALLS,
  statisticsCalls.listSiteHealth,
  statisticsCalls.listOrganizationHealth,
];
