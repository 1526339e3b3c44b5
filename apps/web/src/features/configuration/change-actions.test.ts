import type { Change } from '@airloom/contract/configuration/configuration.model';
import {
  CHANGE_STATES,
  type ChangeState,
  DEVICE_STATES,
  type DeviceState,
} from '@airloom/contract/configuration/configuration.states';
import { describe, expect, it } from 'vitest';
import { actionsIn, retriedDevices, wavesOf } from './change-actions.ts';
import { progressOf } from './change-progress.ts';

const none = Object.fromEntries(DEVICE_STATES.map((state) => [state, 0]));

function countsOf(some: Partial<Record<DeviceState, number>> = {}): Change['counts'] {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- every state is in it
  return { ...none, ...some } as Change['counts'];
}

describe('actionsIn', () => {
  it.each<[ChangeState, string[]]>([
    ['scheduled', ['cancel']],
    ['preparing', ['cancel']],
    ['rollingOut', ['pause', 'cancel']],
    ['paused', ['resume', 'cancel']],
    ['done', ['revert']],
    ['doneWithFailures', ['revert']],
    ['cancelled', []],
  ])('%s allows %j', (state, expected) => {
    expect(actionsIn({ state, counts: countsOf() })).toEqual(expected);
  });

  it.each<DeviceState>(['rejected', 'noAnswer', 'notVerified', 'reverted', 'revertFailed', 'stopped'])(
    'offers a retry for a device in state %s',
    (state) => {
      const counts = countsOf({ verified: 3, [state]: 1 });
      expect(actionsIn({ state: 'doneWithFailures', counts })).toContain('retryFailed');
      expect(retriedDevices(counts)).toBe(1);
    },
  );

  it('offers a retry for reverted and stopped devices until the change is done or cancelled', () => {
    const counts = countsOf({ verified: 3, reverted: 1, stopped: 2 });
    const retried = CHANGE_STATES.filter((state) => actionsIn({ state, counts }).includes('retryFailed'));
    expect(retried).toEqual(['rollingOut', 'paused', 'doneWithFailures']);
  });

  it.each<ChangeState>(['done', 'doneWithFailures'])('%s can be cancelled for offline devices', (state) => {
    expect(actionsIn({ state, counts: countsOf({ verified: 1, offline: 1 }) })).toEqual(['revert', 'cancel']);
  });

  it('reverts a cancelled change that reached devices', () => {
    expect(actionsIn({ state: 'cancelled', counts: countsOf({ verified: 1, cancelled: 4 }) })).toEqual([
      'revert',
    ]);
  });
});

const states = (state: ChangeState, wave: number) =>
  wavesOf({ state, wave, waves: 3 }).map((part) => part.state);

describe('wavesOf', () => {
  it('shows finished, running and waiting waves', () => {
    expect(states('rollingOut', 2)).toEqual(['over', 'running', 'waiting']);
    expect(states('preparing', 0)).toEqual(['waiting', 'waiting', 'waiting']);
    expect(states('paused', 2)).toEqual(['over', 'paused', 'waiting']);
    expect(states('done', 3)).toEqual(['over', 'over', 'over']);
  });

  it('shows waves that a cancelled change did not reach as stopped', () => {
    expect(states('cancelled', 2)).toEqual(['over', 'stopped', 'stopped']);
  });
});

describe('progressOf', () => {
  it('counts every state in exactly one part', () => {
    const counts = countsOf(Object.fromEntries(DEVICE_STATES.map((state) => [state, 1])));
    const { total, parts } = progressOf(counts);
    expect(Object.values(parts).reduce((sum, count) => sum + count, 0)).toBe(DEVICE_STATES.length);
    expect(parts).toMatchObject({ verified: 1, failed: 6, stopped: 1, underWay: 2, leftOut: 3 });
    expect(total).toBe(DEVICE_STATES.length - 3);
  });

  it('does not count skipped devices as a part of the rollout', () => {
    expect(progressOf(countsOf({ verified: 4, skipped: 6 })).total).toBe(4);
  });
});
