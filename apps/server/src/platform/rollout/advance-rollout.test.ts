import { describe, expect, test } from 'vitest';
import {
  type AdvancedRollout,
  advanceRollout,
  type Rollout,
  type RolloutMembers,
} from './advance-rollout.ts';

const NOW = new Date('2026-03-02T10:00:00Z');
const EARLIER = new Date(NOW.getTime() - 1_000);
const LATER = new Date(NOW.getTime() + 1_000);

interface Member {
  readonly wave: number;
  state: 'waiting' | 'running' | 'succeeded' | 'failed' | 'cancelled';
  readonly isOffline?: boolean;
  /** How it ends as soon as it is started. */
  readonly endsAtOnce?: 'succeeded' | 'failed';
}

function membersOf(
  list: readonly Member[],
  { atOnceMax = 10, retryAt = null as Date | null } = {},
): RolloutMembers {
  const started = (wave: number) => list.filter((member) => member.wave <= wave);
  const count = (of: readonly Member[], state: Member['state']) =>
    of.filter((member) => member.state === state).length;
  return {
    settleWaiting: async (wave, expired) => {
      for (const member of started(wave)) {
        if (expired && member.isOffline && member.state === 'waiting') member.state = 'cancelled';
      }
    },
    startNext: async (wave) => {
      const ready = started(wave).filter(({ state, isOffline }) => state === 'waiting' && !isOffline);
      for (const member of ready.slice(0, atOnceMax - count(list, 'running'))) {
        member.state = member.endsAtOnce ?? 'running';
      }
    },
    cancelWaiting: async () => {
      for (const member of list) if (member.state === 'waiting') member.state = 'cancelled';
    },
    progress: async (wave) => ({
      waiting: count(started(wave), 'waiting'),
      running: count(list, 'running'),
      succeeded: count(started(wave), 'succeeded'),
      failed: count(started(wave), 'failed'),
      holding: started(wave).filter(({ state, isOffline }) => state === 'waiting' && !isOffline).length,
      later: list.filter((member) => member.wave > wave && member.state === 'waiting').length,
    }),
    nextAttemptAt: async () => retryAt,
  };
}

const RUNNING: Rollout<'byPerson' | 'untrusted'> = {
  state: 'running',
  stopReason: null,
  startAt: null,
  beganAt: EARLIER,
  wave: 1,
  waveCount: 2,
  stopAtFailedPercent: 20,
  obstacle: null,
  offlineMaxMs: 60_000,
};

async function advance(
  list: readonly Member[],
  more: Partial<typeof RUNNING> = {},
  limits: Parameters<typeof membersOf>[1] = {},
): Promise<AdvancedRollout<string> & { readonly states: readonly Member['state'][] }> {
  const after = await advanceRollout({ ...RUNNING, ...more }, membersOf(list, limits), NOW);
  return { ...after, states: list.map(({ state }) => state) };
}

function offlineMember(): Member[] {
  return [{ wave: 1, state: 'waiting', isOffline: true }];
}

describe('a scheduled rollout', () => {
  test('waits for its start', async () => {
    const after = await advance([{ wave: 1, state: 'waiting' }], {
      state: 'scheduled',
      startAt: LATER,
      beganAt: null,
      wave: 0,
    });
    expect(after).toMatchObject({ state: 'scheduled', wave: 0, dueAt: LATER, states: ['waiting'] });
  });

  test('starts its first wave when it is due', async () => {
    const list: Member[] = [
      { wave: 1, state: 'waiting' },
      { wave: 2, state: 'waiting' },
    ];
    const after = await advance(list, { state: 'scheduled', startAt: NOW, beganAt: null, wave: 0 });
    expect(after).toMatchObject({ state: 'running', wave: 1, beganAt: NOW, states: ['running', 'waiting'] });
  });
});

describe('a running rollout', () => {
  test('starts no more members than may run at the same time', async () => {
    const list: Member[] = [
      { wave: 1, state: 'running' },
      { wave: 1, state: 'waiting' },
      { wave: 1, state: 'waiting' },
    ];
    const after = await advance(list, {}, { atOnceMax: 2 });
    expect(after.states).toEqual(['running', 'running', 'waiting']);
  });

  test('starts the next wave when the one before is done', async () => {
    const list: Member[] = [
      { wave: 1, state: 'succeeded' },
      { wave: 2, state: 'waiting' },
    ];
    expect(await advance(list)).toMatchObject({ wave: 2, states: ['succeeded', 'running'], ended: false });
  });

  test('goes through waves that end at once', async () => {
    const list: Member[] = [
      { wave: 1, state: 'waiting', endsAtOnce: 'succeeded' },
      { wave: 2, state: 'waiting', endsAtOnce: 'succeeded' },
    ];
    expect(await advance(list)).toMatchObject({ wave: 2, state: 'finished', ended: true });
  });

  test('stops when too many failed, and starts nothing more', async () => {
    const list: Member[] = [
      { wave: 1, state: 'failed' },
      { wave: 1, state: 'waiting' },
      { wave: 2, state: 'waiting' },
    ];
    expect(await advance(list)).toMatchObject({
      state: 'stopped',
      stopReason: 'tooManyFailed',
      states: ['failed', 'cancelled', 'cancelled'],
      ended: true,
    });
  });

  test('stops for an obstacle; members that run finish', async () => {
    const list: Member[] = [
      { wave: 1, state: 'running' },
      { wave: 1, state: 'waiting' },
    ];
    expect(await advance(list, { obstacle: 'untrusted' })).toMatchObject({
      state: 'stopped',
      stopReason: 'untrusted',
      states: ['running', 'cancelled'],
      ended: false,
    });
  });

  test('gives up offline members after the maximum', async () => {
    expect(await advance(offlineMember())).toMatchObject({ state: 'running', states: ['waiting'] });
    expect(await advance(offlineMember(), { offlineMaxMs: 999 })).toMatchObject({
      state: 'finished',
      states: ['cancelled'],
    });
  });
});

test('a paused rollout starts nothing', async () => {
  const after = await advance([{ wave: 1, state: 'waiting' }], { state: 'paused' });
  expect(after).toMatchObject({ state: 'paused', states: ['waiting'], ended: false });
});

test('a stopped rollout has ended when nothing runs any more', async () => {
  const stopped = { state: 'stopped', stopReason: 'byPerson' } as const;
  expect(await advance([{ wave: 1, state: 'running' }], stopped)).toMatchObject({ ended: false });
  expect(await advance([{ wave: 1, state: 'succeeded' }], stopped)).toMatchObject({ ended: true });
});

test('is due at the next retry, or after a minute', async () => {
  const list: Member[] = [{ wave: 1, state: 'running' }];
  expect((await advance(list, {}, { retryAt: LATER })).dueAt).toEqual(LATER);
  expect((await advance(list)).dueAt).toEqual(new Date(NOW.getTime() + 60_000));
});
