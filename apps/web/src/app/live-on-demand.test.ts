import type { Call } from '@airloom/contract/call';
import { terminalsChanged } from '@airloom/contract/clients/clients.live';
import { changesChanged, settingsChanged } from '@airloom/contract/configuration/configuration.live';
import { deviceStatusChanged, devicesChanged } from '@airloom/contract/devices/devices.live';
import type { LiveMessage } from '@airloom/contract/live';
import { noticesChanged } from '@airloom/contract/notices/notices.live';
import { statisticsCalls } from '@airloom/contract/statistics/statistics.calls';
import { topologyCalls } from '@airloom/contract/topology/topology.calls';
import { topologyChanged } from '@airloom/contract/topology/topology.live';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { live as configurationLive } from '../features/configuration/configuration.live.ts';
import { live as homeLive } from '../features/home/home.live.ts';
import { live as noticesLive } from '../features/notices/notices.live.ts';
import { SETTING_CALLS as NOTICE_CALLS } from '../features/notices/notices.queries.ts';
import { live as statisticsLive } from '../features/statistics/statistics.live.ts';
import { live as topologyLive } from '../features/topology/topology.live.ts';
import { callKey, queryClient, refreshIfRead } from '../shared/api/query-client.ts';
import { CHANGE_CALLS, SETTING_CALLS } from '../shared/configuration/changing-calls.ts';

vi.mock('../shared/api/call.ts', () => ({ call: vi.fn() }));
vi.mock('../shared/session/session-cookies.ts', () => ({ hasToken: () => true }));

const DEVICE = '00000000-0000-4000-8000-000000000001';
const BINDINGS = [...configurationLive, ...homeLive, ...noticesLive, ...statisticsLive, ...topologyLive];

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  queryClient.clear();
});

const { siteHealth, todos, networkNow, assetStatistics, deviceStatistics, listAvailability } =
  statisticsCalls;
const CASES: readonly (readonly [LiveMessage, readonly Call[]])[] = [
  [changesChanged, CHANGE_CALLS],
  [settingsChanged, SETTING_CALLS],
  [noticesChanged, NOTICE_CALLS],
  [devicesChanged, [siteHealth, todos, assetStatistics, deviceStatistics, listAvailability]],
  [terminalsChanged, [siteHealth, networkNow]],
  [topologyChanged, [topologyCalls.viewTopology]],
];

test.each(
  CASES.flatMap(([message, calls]) => calls.map((call) => [message.name, call.path, message, call] as const)),
)('%s reads %s again', async (_name, _path, message, call) => {
  const queryKey = [...callKey(call), {}];
  queryClient.setQueryData(queryKey, {});
  for (const binding of BINDINGS) if (binding.message === message) binding.run?.();
  vi.runAllTimers();
  await vi.waitFor(() => expect(queryClient.getQueryState(queryKey)?.isInvalidated).toBe(true));
});

test('a changed status is shown in the topology', async () => {
  const queryKey = [...callKey(topologyCalls.viewTopology), {}];
  queryClient.setQueryData(queryKey, { nodes: [{ deviceUUID: DEVICE, status: 'online', clients: 3 }] });
  const payload = {
    deviceUUID: DEVICE,
    siteUUID: null,
    status: 'offline',
    upgradeStatus: 'none',
    configurationState: 'unmanaged',
  };
  for (const { message, take } of topologyLive) if (message === deviceStatusChanged) take?.([payload]);
  await vi.waitFor(() =>
    expect(queryClient.getQueryData(queryKey)).toEqual({
      nodes: [{ deviceUUID: DEVICE, status: 'offline', clients: 0 }],
    }),
  );
});

test('does not load calls of which none was read', async () => {
  queryClient.setQueryData(['GET /alarm/list', {}], {});
  const load = vi.fn(async () => [todos]);
  await refreshIfRead(['/statistics'], load);
  expect(load).not.toHaveBeenCalled();
});

test('loads the calls once one of them was read', async () => {
  queryClient.setQueryData([...callKey(networkNow), {}], {});
  const load = vi.fn(async () => [todos]);
  await refreshIfRead(['/statistics'], load);
  expect(load).toHaveBeenCalledOnce();
});
