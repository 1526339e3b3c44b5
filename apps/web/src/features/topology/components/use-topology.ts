import { topologyCalls } from '@airloom/contract/topology/topology.calls';
import { useCall } from '../../../shared/api/use-call.ts';

/** Polling for values without live messages, such as link speeds. */
const AGAIN_MS = 30_000;

export function useTopology(siteUUID: string) {
  return useCall(topologyCalls.viewTopology, { siteUUID }, { every: AGAIN_MS });
}
