import { alarmsChanged } from '@airloom/contract/alarms/alarms.live';
import { deviceStatusChanged, devicesChanged } from '@airloom/contract/devices/devices.live';
import { topologyChanged } from '@airloom/contract/topology/topology.live';
import type { Topology } from '@airloom/contract/topology/topology.model';
import { callKey, queryClient, refreshIfRead, wasRead } from '../../shared/api/query-client.ts';
import { atMostEvery } from '../../shared/live/at-most-every.ts';
import type { LiveBinding } from '../../shared/live/live-binding.ts';

/** Statuses change at once; links and counts are read again at this interval. */
const FOLLOW_MS = 6_000;

const PATHS = ['/topology'];

async function load() {
  const { topologyCalls } = await import('@airloom/contract/topology/topology.calls');
  return [topologyCalls.viewTopology] as const;
}

const refresh = () => refreshIfRead(PATHS, load);
const follow = atMostEvery(FOLLOW_MS, refresh);

async function takeStatuses(payloads: readonly unknown[]): Promise<void> {
  if (!wasRead(PATHS)) return;
  const [[viewTopology], { withStatuses }] = await Promise.all([load(), import('./model/statuses.ts')]);
  const changes = payloads.flatMap((payload) => deviceStatusChanged.payload.safeParse(payload).data ?? []);
  const statuses = new Map(changes.map(({ deviceUUID, status }) => [deviceUUID, status]));
  const queryKey = callKey(viewTopology);
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
  { message: deviceStatusChanged, take: (payloads) => void takeStatuses(payloads) },
  { message: devicesChanged, run: follow },
  { message: alarmsChanged, run: follow },
  { message: topologyChanged, run: () => void refresh() },
];
