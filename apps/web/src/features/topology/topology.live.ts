import { alarmsChanged } from '@airloom/contract/alarms/alarms.live';
import { deviceStatusChanged, devicesChanged } from '@airloom/contract/devices/devices.live';
import { topologyCalls } from '@airloom/contract/topology/topology.calls';
import { topologyChanged } from '@airloom/contract/topology/topology.live';
import type { Topology } from '@airloom/contract/topology/topology.model';
import { callKey, queryClient, refreshCalls } from '../../shared/api/query-client.ts';
import { atMostEvery } from '../../shared/live/at-most-every.ts';
import type { LiveBinding } from '../../shared/live/live-binding.ts';
import { withStatuses } from './model/statuses.ts';

/** Statuses change at once; links and counts are read again at this interval. */
const FOLLOW_MS = 6_000;

const follow = atMostEvery(FOLLOW_MS, () => refreshCalls(topologyCalls.viewTopology));

function takeStatuses(payloads: readonly unknown[]): void {
  const changes = payloads.flatMap((payload) => deviceStatusChanged.payload.safeParse(payload).data ?? []);
  const statuses = new Map(changes.map(({ deviceUUID, status }) => [deviceUUID, status]));
  const queryKey = callKey(topologyCalls.viewTopology);
  const topologies = queryClient.getQueriesData<Topology>({ queryKey });
  // Changes of other sites are ignored.
  if (!topologies.some(([, diagram]) => diagram?.nodes.some(({ deviceUUID }) => statuses.has(deviceUUID))))
    return;
  queryClient.setQueriesData<Topology>(
    { queryKey },
    (topology) => topology && withStatuses(topology, statuses),
  );
  follow();
}

export const live: readonly LiveBinding[] = [
  { message: deviceStatusChanged, take: takeStatuses },
  { message: devicesChanged, run: follow },
  { message: alarmsChanged, run: follow },
  { message: topologyChanged, refresh: [topologyCalls.viewTopology] },
];
