import type { Call } from '@airloom/contract/call';
import { terminalsChanged } from '@airloom/contract/clients/clients.live';
import { changesChanged, settingsChanged } from '@airloom/contract/configuration/configuration.live';
import { devicesChanged } from '@airloom/contract/devices/devices.live';
import type { LiveMessage } from '@airloom/contract/live';
import { noticesChanged } from '@airloom/contract/notices/notices.live';
import { statisticsCalls } from '@airloom/contract/statistics/statistics.calls';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { live as configurationLive } from '../features/configuration/configuration.live.ts';
import { live as homeLive } from '../features/home/home.live.ts';
import { live as noticesLive } from '../features/notices/notices.live.ts';
import { SETTING_CALLS as NOTICE_CALLS } from '../features/notices/notices.queries.ts';
import { live as statisticsLive } from '../features/statistics/statistics.live.ts';
import { callKey, queryClient, refreshIfRead } from '../shared/api/query-client.ts';
import { CHANGE_CALLS, SETTING_CALLS } from '../shared/configuration/changing-calls.ts';

vi.mock('../shared/api/call.ts', () => ({ call: vi.fn() }));
vi.mock('../shared/session/session-cookies.ts', () => ({ hasToken: () => true }));

const BINDINGS = [...configurationLive, ...homeLive, ...noticesLive, ...statisticsLive];

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
