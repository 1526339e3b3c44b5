import { expect, it } from 'vitest';
import { canSendAgain, readFilters, reasonOf } from './delivery-reason.ts';

const NOW = Date.parse('2026-11-15T12:00:00Z');
const SOON = '2026-11-15T12:00:05Z';
const LATER = '2026-11-15T18:00:00Z';
const waiting = { state: 'waiting', step: 'raised', attempts: 0, dueAt: LATER } as const;

it('returns why a notice waits', () => {
  expect(reasonOf({ ...waiting, dueAt: SOON }, NOW)).toEqual({ is: 'soon' });
  expect(reasonOf(waiting, NOW)).toEqual({ is: 'held', until: LATER });
  expect(reasonOf({ ...waiting, step: 'cleared' }, NOW)).toEqual({ is: 'held', until: LATER });
  expect(reasonOf({ ...waiting, step: 'digest' }, NOW)).toEqual({ is: 'gathered', until: LATER });
  expect(reasonOf({ ...waiting, step: 'escalated' }, NOW)).toEqual({ is: 'unlessConfirmed', until: LATER });
  expect(reasonOf({ ...waiting, step: 'repeated' }, NOW)).toEqual({ is: 'unlessConfirmed', until: LATER });
});

it('a notice that was tried waits for its next attempt, however soon', () => {
  expect(reasonOf({ ...waiting, attempts: 2, dueAt: SOON }, NOW)).toEqual({ is: 'retries', until: SOON });
});

it('returns how a notice ended', () => {
  const ended = { step: 'raised', attempts: 1, dueAt: null } as const;
  expect(reasonOf({ ...ended, state: 'sent' }, NOW)).toEqual({ is: 'sent' });
  expect(reasonOf({ ...ended, state: 'failed' }, NOW)).toEqual({ is: 'givenUp' });
  expect(reasonOf({ ...ended, state: 'dropped' }, NOW)).toEqual({ is: 'needless' });
});

it('can retry failed notices, and for webhooks also sent ones', () => {
  expect(canSendAgain({ state: 'failed', mode: 'mail' })).toBe(true);
  expect(canSendAgain({ state: 'sent', mode: 'webhook' })).toBe(true);
  expect(canSendAgain({ state: 'sent', mode: 'mail' })).toBe(false);
  expect(canSendAgain({ state: 'waiting', mode: 'webhook' })).toBe(false);
  expect(canSendAgain({ state: 'dropped', mode: 'webhook' })).toBe(false);
});

it('ignores invalid values of the address', () => {
  const nothing = readFilters({ mode: 'pigeon', state: 'lost', alarmUUID: '1', from: 'yesterday' });
  expect(Object.values(nothing).every((value) => value === undefined)).toBe(true);
  expect(readFilters({ mode: 'sms', state: 'failed' })).toMatchObject({ mode: 'sms', state: 'failed' });
});
