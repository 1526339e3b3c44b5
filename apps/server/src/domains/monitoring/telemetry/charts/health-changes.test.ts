import { expect, test } from 'vitest';
import { HealthChanges } from './health-changes.ts';

const MINUTE = 60_000;
const health = (sanity: number, ...complaints: string[]) => ({ type: 'health', sanity, complaints }) as const;

test('only a change is news, and a first word only when something is wrong', () => {
  const news = new HealthChanges();
  const said = [
    health(100),
    health(100),
    health(60, 'memory'),
    health(60, 'memory'),
    health(100),
    health(100),
  ];
  expect(said.map((one, index) => news.isChange('a', one, index * 5 * MINUTE))).toEqual([
    false,
    false,
    true,
    false,
    true,
    false,
  ]);
  expect(news.isChange('b', health(60, 'memory'), 0)).toBe(true);
  expect(news.isChange('b', health(60, 'DNS'), MINUTE)).toBe(true);
});
