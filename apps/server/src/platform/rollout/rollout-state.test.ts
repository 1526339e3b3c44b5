import { ROLLOUT_STATES, ROLLOUT_TRANSITIONS } from '@airloom/contract/rollout/rollout.states';
import { expect, test } from 'vitest';
import { movedRollout, stateAfter } from './rollout-state.ts';

test.each([
  ['scheduled', 'pause', null],
  ['scheduled', 'resume', null],
  ['scheduled', 'stop', 'stopped'],
  ['scheduled', 'retryFailed', null],
  ['running', 'pause', 'paused'],
  ['running', 'resume', 'running'],
  ['running', 'stop', 'stopped'],
  ['running', 'retryFailed', 'running'],
  ['paused', 'pause', 'paused'],
  ['paused', 'resume', 'running'],
  ['paused', 'stop', 'stopped'],
  ['paused', 'retryFailed', 'paused'],
  ['stopped', 'pause', null],
  ['stopped', 'resume', null],
  ['stopped', 'stop', 'stopped'],
  ['stopped', 'retryFailed', 'running'],
  ['finished', 'pause', null],
  ['finished', 'resume', null],
  ['finished', 'stop', null],
  ['finished', 'retryFailed', 'running'],
] as const)('%s after %s is %s', (state, change, expected) => {
  expect(stateAfter(state, change)).toBe(expected);
});

test('states change only as the table allows', () => {
  for (const from of ROLLOUT_STATES) {
    for (const to of ROLLOUT_STATES) {
      const go = () => movedRollout(from, to);
      if (ROLLOUT_TRANSITIONS[from].includes(to)) expect(go()).toBe(to);
      else expect(go).toThrow('cannot go');
    }
  }
});
