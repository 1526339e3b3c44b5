import { topologyCalls } from '@airloom/contract/topology/topology.calls';
import { useCall } from '../../../shared/api/use-call.ts';

/** What nobody tells of by itself, such as the speed of a link, is read again at this pace. */
const AGAIN_MS = 30_000;

export function useTopology(siteUUID: string) {
  return useCall(topologyCalls.viewTopology, { siteUUID }, { every: AGAIN_MS });
}
