import { NOTICE_LIMITS } from '@airloom/contract/notices/notices.limits';
import { describe, expect, test } from 'vitest';
import { nextAttempt } from '../delivery/backoff.ts';
import { signatureOf } from '../delivery/signature.ts';
import { isSignedBy } from '../testing/signed-by.ts';
import { digestPeriod } from './digest.ts';

describe('the pauses between attempts', () => {
  const first = new Date('2026-11-15T12:00:00Z');

  test('begin at half a minute, double, and are never longer than an hour', () => {
    const pauses = Array.from({ length: 10 }, (_, index) => {
      const next = nextAttempt(index + 1, first);
      return next === null ? null : (next.getTime() - first.getTime()) / 1000;
    });
    expect(pauses).toEqual([30, 60, 120, 240, 480, 960, 1920, 3600, 3600, 3600]);
  });

  test('end after a day', () => {
    let now = first;
    let attempts = 1;
    for (;;) {
      const next = nextAttempt(attempts, now);
      if (next === null) break;
      now = next;
      attempts += 1;
    }
    const lasted = now.getTime() - first.getTime();
    expect(lasted).toBeLessThanOrEqual(NOTICE_LIMITS.givenUpMs);
    expect(lasted).toBeGreaterThan(NOTICE_LIMITS.givenUpMs - NOTICE_LIMITS.retryMaxMs);
    expect(attempts).toBe(30);
  });
});

describe('the period of a digest', () => {
  test.each([
    ['hourly', '2026-11-15T12:34:00Z', 'UTC', '2026-11-15T12:00:00Z', '2026-11-15T13:00:00Z'],
    ['hourly', '2026-11-15T12:00:00Z', 'UTC', '2026-11-15T12:00:00Z', '2026-11-15T13:00:00Z'],
    ['hourly', '2026-11-15T12:34:00Z', 'Asia/Kolkata', '2026-11-15T12:30:00Z', '2026-11-15T13:30:00Z'],
    ['daily', '2026-11-15T12:34:00Z', 'UTC', '2026-11-15T08:00:00Z', '2026-11-16T08:00:00Z'],
    ['daily', '2026-11-15T07:59:59Z', 'UTC', '2026-11-14T08:00:00Z', '2026-11-15T08:00:00Z'],
    ['daily', '2026-11-15T12:34:00Z', 'Asia/Shanghai', '2026-11-15T00:00:00Z', '2026-11-16T00:00:00Z'],
    ['daily', '2026-11-15T12:34:00Z', 'Etc/GMT+12', '2026-11-14T20:00:00Z', '2026-11-15T20:00:00Z'],
    ['daily', '2026-03-29T00:30:00Z', 'Europe/Warsaw', '2026-03-28T07:00:00Z', '2026-03-29T06:00:00Z'],
    ['daily', '2026-03-29T06:00:00Z', 'Europe/Warsaw', '2026-03-29T06:00:00Z', '2026-03-30T06:00:00Z'],
    ['daily', '2026-10-25T06:30:00Z', 'Europe/Warsaw', '2026-10-24T06:00:00Z', '2026-10-25T07:00:00Z'],
    ['hourly', '2026-10-25T01:10:00Z', 'Europe/Warsaw', '2026-10-25T01:00:00Z', '2026-10-25T02:00:00Z'],
    // At 15:00Z clocks are set back from 02:00 to 01:30.
    ['hourly', '2026-04-04T14:40:00Z', 'Australia/Lord_Howe', '2026-04-04T14:00:00Z', '2026-04-04T15:30:00Z'],
    ['hourly', '2026-04-04T15:10:00Z', 'Australia/Lord_Howe', '2026-04-04T14:00:00Z', '2026-04-04T15:30:00Z'],
  ] as const)('%s of %s in %s', (digest, at, zone, from, to) => {
    expect(digestPeriod(digest, new Date(at), zone)).toEqual({ from: new Date(from), to: new Date(to) });
  });
});

describe('a signature', () => {
  const signed = { id: '01', timestamp: 1_800_000_000, body: '{"event":"test"}' };
  const clock = { now: 1_800_000_100, toleranceSeconds: 300 };

  test('is HMAC-SHA256 over id, time and body', () => {
    // printf '01.1800000000.{"event":"test"}' | openssl dgst -sha256 -hmac secret
    expect(signatureOf('secret', signed)).toBe(
      'v1=74c8288a061bfc6bb5f04a2fb436d11077ba8f7481ec3c615565fff31a9a97d6',
    );
  });

  test('is invalid with another secret, id, time or body, or when it is old', () => {
    const signature = signatureOf('secret', signed);
    expect(isSignedBy('secret', signed, signature, clock)).toBe(true);
    expect(isSignedBy('other', signed, signature, clock)).toBe(false);
    expect(isSignedBy('secret', { ...signed, id: '02' }, signature, clock)).toBe(false);
    expect(isSignedBy('secret', { ...signed, timestamp: 1_800_000_001 }, signature, clock)).toBe(false);
    expect(isSignedBy('secret', { ...signed, body: '{}' }, signature, clock)).toBe(false);
    expect(isSignedBy('secret', signed, 'v1=short', clock)).toBe(false);
    expect(isSignedBy('secret', signed, signature, { ...clock, now: 1_800_000_301 })).toBe(false);
  });
});
