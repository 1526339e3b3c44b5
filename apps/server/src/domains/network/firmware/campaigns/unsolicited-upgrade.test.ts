import { HOUR, MINUTE } from '@airloom/contract/time';
import { expect, test } from 'vitest';
import { classifyUnsolicited, isSelfStarted, type LastUpgrade } from './unsolicited-upgrade.ts';

const NOW = new Date('2026-05-01T12:00:00Z');

function ago(ms: number): Date {
  return new Date(NOW.getTime() - ms);
}

function last(
  state: LastUpgrade['state'],
  endedAt: Date | null,
  more: Partial<LastUpgrade> = {},
): LastUpgrade {
  return { toVersion: '2.0', state, reason: null, endedAt, ...more };
}

test.each([
  ['there was no command', undefined, '2.0', 'byItself'],
  ['it was given up', last('failed', ago(HOUR)), '2.0', 'late'],
  ['it was given up, for another version', last('failed', ago(HOUR)), '2.0.1', 'byItself'],
  ['it was given up long ago', last('failed', ago(24 * HOUR)), '2.0', 'byItself'],
  ['it is to be tried again', last('waiting', null), '2.0', 'known'],
  ['it is to be tried again, for another version', last('waiting', null), '3.0', 'byItself'],
  ['a retry was just sent', last('upgrading', null), '2.0', 'known'],
  ['it has been seen already', last('succeeded', ago(0)), 'TIP-v2.0', 'known'],
  ['it was to run another one', last('succeeded', ago(0)), '1.0', 'byItself'],
  ['it was cancelled', last('cancelled', ago(HOUR)), '2.0', 'byItself'],
] as const)('a new version where %s', (_, before, version, expected) => {
  expect(classifyUnsolicited(before, version, NOW)).toBe(expected);
});

test.each([
  ['there was no command', undefined, ago(0), true],
  ['it is to be tried again', last('waiting', null), ago(0), false],
  ['it ended after the progress', last('succeeded', ago(0)), ago(1_000), false],
  ['it has just ended', last('failed', ago(MINUTE - 1)), ago(0), false],
  ['it ended a minute ago', last('failed', ago(MINUTE)), ago(0), true],
  ['it timed out', last('failed', ago(HOUR), { reason: 'timeout' }), ago(0), false],
  ['it timed out a day ago', last('failed', ago(24 * HOUR), { reason: 'timeout' }), ago(0), true],
] as const)('progress where %s', (_, before, at, expected) => {
  expect(isSelfStarted(before, at, NOW)).toBe(expected);
});
