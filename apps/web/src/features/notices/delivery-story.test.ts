import { expect, it } from 'vitest';
import { canSendAgain, readFilters, storyOf } from './delivery-story.ts';

const NOW = Date.parse('2026-11-15T12:00:00Z');
const SOON = '2026-11-15T12:00:05Z';
const LATER = '2026-11-15T18:00:00Z';
const waiting = { state: 'waiting', step: 'raised', attempts: 0, dueAt: LATER } as const;

it('says why a notice waits', () => {
  expect(storyOf({ ...waiting, dueAt: SOON }, NOW)).toEqual({ is: 'soon' });
  expect(storyOf(waiting, NOW)).toEqual({ is: 'held', until: LATER });
  expect(storyOf({ ...waiting, step: 'cleared' }, NOW)).toEqual({ is: 'held', until: LATER });
  expect(storyOf({ ...waiting, step: 'digest' }, NOW)).toEqual({ is: 'gathered', until: LATER });
  expect(storyOf({ ...waiting, step: 'escalated' }, NOW)).toEqual({ is: 'unlessConfirmed', until: LATER });
  expect(storyOf({ ...waiting, step: 'repeated' }, NOW)).toEqual({ is: 'unlessConfirmed', until: LATER });
});

it('one that was tried waits for its next try, however soon that is', () => {
  expect(storyOf({ ...waiting, attempts: 2, dueAt: SOON }, NOW)).toEqual({ is: 'retries', until: SOON });
});

it('says how one ended', () => {
  const ended = { step: 'raised', attempts: 1, dueAt: null } as const;
  expect(storyOf({ ...ended, state: 'sent' }, NOW)).toEqual({ is: 'sent' });
  expect(storyOf({ ...ended, state: 'failed' }, NOW)).toEqual({ is: 'givenUp' });
  expect(storyOf({ ...ended, state: 'dropped' }, NOW)).toEqual({ is: 'needless' });
});

it('sends again what failed, and to webhooks also what they had', () => {
  expect(canSendAgain({ state: 'failed', mode: 'mail' })).toBe(true);
  expect(canSendAgain({ state: 'sent', mode: 'webhook' })).toBe(true);
  expect(canSendAgain({ state: 'sent', mode: 'mail' })).toBe(false);
  expect(canSendAgain({ state: 'waiting', mode: 'webhook' })).toBe(false);
  expect(canSendAgain({ state: 'dropped', mode: 'webhook' })).toBe(false);
});

it('asks only for what there is, whatever the address says', () => {
  const nothing = readFilters({ mode: 'pigeon', state: 'lost', alarmUUID: '1', from: 'yesterday' });
  expect(Object.values(nothing).every((value) => value === undefined)).toBe(true);
  expect(readFilters({ mode: 'sms', state: 'failed' })).toMatchObject({ mode: 'sms', state: 'failed' });
});
