import { LOCAL_START_LIMITS } from '@airloom/contract/rollout/local-start';
import { expect, it } from 'vitest';
import { toLocalField } from '../logs/local-time.ts';
import { startInputOf, startIssue, startOf, tonight } from './rollout-start.ts';

const at = (text: string) => new Date(text).getTime();
const START = { mode: 'local' as const, at: '', ...tonight(Date.now()) };

it('proposes the coming night', () => {
  expect(tonight(at('2026-11-18T01:59'))).toMatchObject({
    date: '2026-11-18',
    time: '02:00',
    until: '05:00',
  });
  expect(tonight(at('2026-11-18T02:00'))).toMatchObject({ date: '2026-11-19' });
  expect(tonight(at('2026-12-31T23:00'))).toMatchObject({ date: '2027-01-01' });
});

it('gives the call one start', () => {
  expect(startInputOf({ ...START, mode: 'now' })).toEqual({ startAt: null, localStart: null });
  expect(startInputOf({ ...START, mode: 'at', at: '2026-11-18T02:00' })).toEqual({
    startAt: new Date('2026-11-18T02:00').toISOString(),
    localStart: null,
  });
  expect(startInputOf({ ...START, date: '2026-11-19', until: '', nights: null })).toEqual({
    startAt: null,
    localStart: { date: '2026-11-19', time: '02:00', until: null },
  });
});

const issue = (changes: object) => startIssue({ ...START, ...changes }, 0, 'too.soon')?.message ?? null;

it('refuses what the server would refuse', () => {
  expect(issue({})).toBeNull();
  expect(issue({ date: '' })).toBe('validation.date');
  expect(issue({ time: '' })).toBe('validation.time');
  expect(issue({ until: '02:00' })).toBe('validation.windowEmpty');
  expect(issue({ nights: null })).toBe('validation.required');
  expect(issue({ nights: 0 })).toBe('rollout.start.nightsRange');
  expect(issue({ date: '2020-01-01' })).toBe('rollout.start.past');
  expect(issue({ mode: 'at', at: '' })).toBe('validation.required');
  expect(issue({ mode: 'at', at: toLocalField(new Date(Date.now() - 120_000).toISOString()) })).toBe(
    'too.soon',
  );
  expect(issue({ mode: 'now', date: 'nonsense' })).toBeNull();
});

it('names the numbers of nights that are possible', () => {
  expect(startIssue({ ...START, nights: 99 }, 0, 'too.soon')).toEqual({
    message: 'rollout.start.nightsRange',
    params: { minimum: 1, maximum: LOCAL_START_LIMITS.nightsMax },
  });
});

it('shows an existing start', () => {
  const localStart = { date: '2026-11-19', time: '03:00', until: null, nights: 5 };
  expect(startOf({ startAt: '2026-11-18T14:00:00.000Z', localStart }, Date.now())).toEqual({
    mode: 'local',
    at: '',
    date: '2026-11-19',
    time: '03:00',
    until: '',
    nights: 5,
  });
  const startAt = new Date('2026-11-19T04:00').toISOString();
  expect(startOf({ startAt, localStart: null }, Date.now())).toMatchObject({
    mode: 'at',
    at: '2026-11-19T04:00',
  });
});
