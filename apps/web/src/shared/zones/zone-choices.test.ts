import { LANGUAGES } from '@airloom/contract/languages';
import { LIMITS } from '@airloom/contract/limits';
import { expect, it } from 'vitest';
import { searched, zoneGroups } from './zone-choices.ts';

const WINTER = Date.parse('2026-01-15T12:00:00Z');
const SUMMER = Date.parse('2026-07-15T12:00:00Z');

function found(typed: string, now = WINTER): string[] {
  return zoneGroups('en', now, 'No daylight saving time')
    .flatMap(({ options }) => options)
    .filter(({ search }) => search.includes(searched(typed)))
    .map(({ value }) => value);
}

it.each(LANGUAGES)('lists every zone once, from UTC-12 to UTC+14, in %s', (language) => {
  const groups = zoneGroups(language, WINTER, 'Fixed');
  const minutes = groups.map((group) => group.minutes);
  expect(minutes).toEqual(minutes.toSorted((a, b) => a - b));
  expect(minutes[0]).toBe(LIMITS.timeZone.offsetMinMinutes);
  expect(minutes.at(-1)).toBe(LIMITS.timeZone.offsetMaxMinutes);
  const values = groups.flatMap(({ options }) => options.map(({ value }) => value));
  expect(new Set(values).size).toBe(values.length);
  expect(values).toEqual(expect.arrayContaining(['Europe/Warsaw', 'Asia/Kathmandu', 'Etc/GMT+12', '+12:45']));
});

it('groups zones by their offset of that day', () => {
  const offsets = [WINTER, SUMMER].map((now) => {
    const groups = zoneGroups('en', now, 'Fixed');
    return groups.find(({ options }) => options.some(({ value }) => value === 'Europe/Warsaw'))?.minutes;
  });
  expect(offsets).toEqual([60, 120]);
});

it('begins each group with its offset', () => {
  const group = zoneGroups('en', WINTER, 'Fixed').find(({ minutes }) => minutes === 60);
  expect(group?.options[0]).toMatchObject({ value: 'Etc/GMT-1', label: 'Fixed' });
});

it.each([
  ['warsaw', 'Europe/Warsaw'],
  ['Sao Paulo', 'America/Sao_Paulo'],
  ['São', 'America/Sao_Paulo'],
  ['Nepal', 'Asia/Kathmandu'],
  ['europe/war', 'Europe/Warsaw'],
  ['UTC+05:45', 'Asia/Kathmandu'],
  ['UTC+5:45', 'Asia/Kathmandu'],
  ['UTC+1', 'Europe/Warsaw'],
  ['UTC−05:00', 'America/New_York'],
  ['utc-5', 'America/New_York'],
])('finds "%s"', (typed, zone) => {
  expect(found(typed)).toContain(zone);
});

it.each([
  ['zh', 'America/New_York', '纽约'],
  ['pl', 'Europe/Moscow', 'Moskwa'],
  ['es', 'America/New_York', 'Nueva York'],
  ['zh', 'Europe/Warsaw', 'Warsaw, 波兰'],
  ['en', 'America/Argentina/Ushuaia', 'Ushuaia'],
] as const)('names cities in %s as far as browsers do: %s is %s', (language, zone, label) => {
  const choices = zoneGroups(language, WINTER, 'Fixed').flatMap(({ options }) => options);
  expect(choices.find(({ value }) => value === zone)?.label).toBe(label);
});
