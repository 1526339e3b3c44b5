import { UPGRADE_STATE_TRANSITIONS, UPGRADE_STATES } from '@airloom/contract/firmware/firmware.states';
import { MINUTE } from '@airloom/contract/time';
import { describe, expect, test } from 'vitest';
import {
  afterVerdict,
  deadlineOf,
  moved,
  onCommandEnded,
  onHello,
  onPhase,
  percentOf,
  type Running,
  type Verdict,
} from './upgrade-lifecycle.ts';

const SENT = 1_000_000;
const COMMAND = { state: 'sending', reason: null, text: '', sentAt: SENT } as const;

function running(more: Partial<Running> = {}): Running {
  return {
    fromVersion: '1.0',
    toVersion: '2.0',
    attempts: 1,
    nextAt: SENT + 15 * MINUTE,
    attemptsMax: 2,
    startedAt: SENT - 10,
    progressAt: null,
    mayRepeat: true,
    command: COMMAND,
    ...more,
  };
}

function nameOf(verdict: Verdict): string | null {
  if (verdict === null) return null;
  return verdict.outcome === 'succeeded' ? 'succeeded' : `${verdict.outcome}: ${verdict.reason}`;
}

const unsent: Partial<Running> = { command: { ...COMMAND, sentAt: null } };
const own: Partial<Running> = { command: null, toVersion: '' };

describe('a hello', () => {
  test.each([
    ['the version', {}, '2.0', 'upgrade', SENT + 1, 'succeeded'],
    ['the version, whatever came before', unsent, '2.0', 'socket', SENT, 'succeeded'],
    ['the old one over a new line', {}, '1.0', 'socket', SENT + 1, null],
    ['the old one after a start', {}, '1.0', 'reboot', SENT + 1, 'failed: sameVersion'],
    ['another one', {}, '3.0', 'upgrade', SENT + 1, 'failed: otherVersion'],
    ['that it failed', {}, '1.0', 'upgradefailed', SENT + 1, 'failed: deviceFailed'],
    ['nothing, from before the command', {}, '1.0', 'reboot', SENT - 1, null],
    ['nothing, while the command is pending', unsent, '1.0', 'reboot', SENT + 1, null],
    ['a change of its own', own, '3.0', 'upgrade', SENT + 1, 'succeeded'],
    ['no change of its own', own, '1.0', 'reboot', SENT + 1, 'failed: sameVersion'],
  ] as const)('%s', (_, more, firmware, reason, at, expected) => {
    expect(nameOf(onHello(running(more), { firmware, reason }, at))).toBe(expected);
  });
});

describe('the end of its command', () => {
  test.each([
    ['success', null, '2.0', 'succeeded'],
    ['success', null, '3.0', 'failed: otherVersion'],
    ['commandError', 'otherVersion', '3.0', 'failed: otherVersion'],
    ['commandError', 'otherVersion', '2.0', 'succeeded'],
    ['commandError', 'sameVersion', '1.0', 'failed: sameVersion'],
    ['commandError', null, '1.0', 'failed: refused'],
    ['ackTimeout', null, '1.0', null],
    ['responseTimeout', null, '1.0', null],
    ['deviceOffline', null, '1.0', 'notSent: notSent'],
    ['deviceBusy', null, '1.0', 'notSent: notSent'],
    ['sendFailed', 'waitedTooLong', '1.0', 'notSent: notSent'],
    ['sendFailed', 'cancelled', '1.0', 'failed: takenBack'],
    ['sendFailed', null, '1.0', 'failed: notSent'],
    ['parameterError', null, '1.0', 'failed: unsupported'],
    ['sending', null, '1.0', null],
  ] as const)('%s %s', (state, reason, version, expected) => {
    expect(nameOf(onCommandEnded(running({ command: { ...COMMAND, state, reason } }), version))).toBe(
      expected,
    );
  });
});

test('a failed phase fails the upgrade only after its command was sent', () => {
  expect(nameOf(onPhase(running(), 'fail', SENT))).toBe('failed: deviceFailed');
  expect(onPhase(running(), 'fail', SENT - 1)).toBeNull();
  expect(onPhase(running(unsent), 'fail', SENT + 1)).toBeNull();
  expect(onPhase(running(), 'success', SENT + 1)).toBeNull();
});

test('the deadline counts from sending, is extended by progress, and has a maximum', () => {
  expect(deadlineOf(running(unsent), SENT)).toBeNull();
  expect(deadlineOf(running(), SENT)).toBe(SENT + 15 * MINUTE);
  expect(deadlineOf(running({ progressAt: SENT + 10 * MINUTE }), SENT)).toBe(SENT + 25 * MINUTE);
  expect(deadlineOf(running({ progressAt: SENT + 59 * MINUTE }), SENT)).toBe(SENT + 60 * MINUTE);
});

test('an upgrade sent before the clock was set back gets its time again, once', () => {
  const now = SENT - 60 * MINUTE;
  expect(deadlineOf(running({ nextAt: SENT + 15 * MINUTE }), now)).toBe(now + 15 * MINUTE);
  expect(deadlineOf(running({ nextAt: now }), now)).toBe(now);
});

describe('after an attempt', () => {
  const failed = { outcome: 'failed', reason: 'refused', text: '', again: true, runs: null } as const;
  test.each([
    ['another is left', {}, failed, 'waiting', 1],
    ['none is left', { attempts: 2 }, failed, 'failed', 2],
    ['the campaign was stopped', { mayRepeat: false }, failed, 'failed', 1],
    ['another makes no sense', {}, { ...failed, again: false }, 'failed', 1],
    ['the command was not sent', { attempts: 2 }, { ...failed, outcome: 'notSent' }, 'waiting', 1],
    ['it did', {}, { outcome: 'succeeded', version: '2.0', reason: null }, 'succeeded', 1],
  ] as const)('%s', (_, more, verdict, state, attempts) => {
    expect(afterVerdict(running(more), verdict, SENT)).toMatchObject({ state, attempts });
  });
});

test('states change only as the table allows', () => {
  for (const from of UPGRADE_STATES) {
    for (const to of UPGRADE_STATES) {
      const go = () => moved(from, to);
      if (UPGRADE_STATE_TRANSITIONS[from].includes(to)) expect(go()).toBe(to);
      else expect(go).toThrow('cannot go');
    }
  }
});

test.each([
  ['download', 0, 0],
  ['download', 100, 50],
  ['install', null, 50],
  ['install', 50, 75],
  ['install', 900, 100],
] as const)('%s at %s is %i percent of all', (phase, percent, expected) => {
  expect(percentOf(phase, percent)).toBe(expected);
});
