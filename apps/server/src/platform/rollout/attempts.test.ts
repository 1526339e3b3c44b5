import { describe, expect, test } from 'vitest';
import { type Attempts, afterAttempt, attemptDeadline } from './attempts.ts';

describe('after an attempt', () => {
  const member: Attempts = { attempts: 1, attemptsMax: 2, mayRepeat: true };
  const failed = { outcome: 'failed', again: true } as const;
  test.each([
    ['another is left', {}, failed, 'waiting', 1],
    ['none is left', { attempts: 2 }, failed, 'failed', 2],
    ['the rollout was stopped', { mayRepeat: false }, failed, 'failed', 1],
    ['another makes no sense', {}, { ...failed, again: false }, 'failed', 1],
    ['nothing was sent', { attempts: 2 }, { ...failed, outcome: 'notSent' }, 'waiting', 1],
    ['the device was removed', {}, { outcome: 'gone', again: false }, 'cancelled', 1],
    ['it succeeded', {}, { outcome: 'succeeded', again: false }, 'succeeded', 1],
  ] as const)('%s', (_, more, result, state, attempts) => {
    expect(afterAttempt({ ...member, ...more }, result)).toEqual({ state, attempts });
  });
});

describe('the deadline of an attempt', () => {
  const sentAt = 1_000;
  const limits = { silentMs: 15, maxMs: 60 };
  const sent = { sentAt, progressAt: null, nextAt: sentAt + 15 };

  test('counts from sending, is extended by progress, and has a maximum', () => {
    expect(attemptDeadline(sent, limits, sentAt)).toBe(sentAt + 15);
    expect(attemptDeadline({ ...sent, progressAt: sentAt + 10 }, limits, sentAt)).toBe(sentAt + 25);
    expect(attemptDeadline({ ...sent, progressAt: sentAt + 59 }, limits, sentAt)).toBe(sentAt + 60);
  });

  test('starts again, once, when the clock was set back to before it was sent', () => {
    const now = sentAt - 60;
    expect(attemptDeadline(sent, limits, now)).toBe(now + 15);
    expect(attemptDeadline({ ...sent, nextAt: now }, limits, now)).toBe(now);
    expect(attemptDeadline({ ...sent, progressAt: now - 5 }, limits, now)).toBe(now + 15);
  });
});
