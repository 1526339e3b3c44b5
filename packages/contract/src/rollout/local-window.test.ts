import { describe, expect, test } from 'vitest';
import { type LocalStart, localStart } from './local-start.ts';
import { currentWindow, firstWindow, isDateAllowed, shownTime } from './local-window.ts';

const at = (text: string) => Date.parse(`${text}:00Z`);
const night = (date: string, more: Partial<LocalStart> = {}): LocalStart => ({
  date,
  time: '02:00',
  until: '05:00',
  nights: 3,
  ...more,
});
const utc = (moment: number) => new Date(moment).toISOString().slice(0, 16);
function shown({ startsAt, endsAt }: { startsAt: number; endsAt: number | null }) {
  return [utc(startsAt), endsAt === null ? null : utc(endsAt)];
}

describe('the first window', () => {
  test.each([
    ['quarter hours', 'Asia/Kathmandu', night('2026-11-19'), '2026-11-18T20:15', '2026-11-18T23:15'],
    ['an offset without a named zone', '+12:45', night('2026-11-19'), '2026-11-18T13:15', '2026-11-18T16:15'],
    ['Auckland in summer', 'Pacific/Auckland', night('2026-11-20'), '2026-11-19T13:00', '2026-11-19T16:00'],
    [
      'skipped: starts when clocks are set forward',
      'America/New_York',
      night('2027-03-14'),
      '2027-03-14T07:00',
      '2027-03-14T09:00',
    ],
    [
      'repeated: starts the first time',
      'America/New_York',
      night('2027-11-07', { time: '01:30' }),
      '2027-11-07T05:30',
      '2027-11-07T10:00',
    ],
    [
      'both ends skipped: as long as on other days',
      'America/New_York',
      night('2027-03-14', { time: '02:10', until: '02:50' }),
      '2027-03-14T07:00',
      '2027-03-14T07:40',
    ],
    [
      'Auckland sets clocks forward',
      'Pacific/Auckland',
      night('2027-09-26', { time: '02:30' }),
      '2027-09-25T14:00',
      '2027-09-25T16:00',
    ],
    [
      'Auckland sets clocks back',
      'Pacific/Auckland',
      night('2027-04-04', { time: '02:30' }),
      '2027-04-03T13:30',
      '2027-04-03T17:00',
    ],
    [
      'beyond midnight',
      'UTC',
      night('2026-11-19', { time: '23:00', until: '01:00' }),
      '2026-11-19T23:00',
      '2026-11-20T01:00',
    ],
    ['without an end', 'UTC', night('2026-11-19', { until: null }), '2026-11-19T02:00', null],
  ])('%s', (_, zone, start, startsAt, endsAt) => {
    expect(shown(firstWindow(start, zone, at('2026-11-18T12:00')))).toEqual([startsAt, endsAt]);
  });

  test('is a day later where the time has passed', () => {
    const now = at('2026-11-19T02:00');
    expect(shown(firstWindow(night('2026-11-19'), 'UTC', now))[0]).toBe('2026-11-20T02:00');
    expect(shown(firstWindow(night('2026-11-19'), 'Pacific/Auckland', now))[0]).toBe('2026-11-19T13:00');
    expect(shown(firstWindow(night('2026-11-19'), 'America/New_York', now))[0]).toBe('2026-11-19T07:00');
  });
});

test('the current window is the open one, or that of the next night', () => {
  const start = night('2026-11-19', { time: '23:00', until: '01:00' });
  expect(shown(currentWindow(start, 'UTC', at('2026-11-20T00:30')))[0]).toBe('2026-11-19T23:00');
  expect(shown(currentWindow(start, 'UTC', at('2026-11-20T01:00')))[0]).toBe('2026-11-20T23:00');
  expect(shown(currentWindow(start, 'UTC', at('2026-12-20T01:00')))[0]).toBe('2026-12-20T23:00');
});

test('a time is shown as on the clocks of a zone', () => {
  expect(shownTime('Asia/Kathmandu', at('2026-11-18T20:15'))).toBe('2026-11-19T02:00');
});

test('the date must not have passed everywhere, nor be more than a year ahead', () => {
  const now = at('2026-11-19T11:00');
  expect(isDateAllowed({ date: '2026-11-18' }, now)).toBe(true);
  expect(isDateAllowed({ date: '2026-11-17' }, now)).toBe(false);
  expect(isDateAllowed({ date: '2027-11-19' }, now)).toBe(true);
  expect(isDateAllowed({ date: '2027-11-20' }, now)).toBe(false);
});

test('a window has different ends', () => {
  expect(localStart.safeParse({ date: '2026-11-19', time: '02:00', until: '02:00' }).success).toBe(false);
  expect(localStart.parse({ date: '2026-11-19', time: '02:00' })).toMatchObject({ until: null, nights: 3 });
});
