import { MINUTE } from '@airloom/contract/time';
import { expect, test } from 'vitest';
import { HealthChanges } from './health-changes.ts';

const health = (sanity: number, ...complaints: string[]) => ({ type: 'health', sanity, complaints }) as const;

test('reports changes only, and a first state only when it is unhealthy', () => {
  const changes = new HealthChanges();
  const reported = [
    health(100),
    health(100),
    health(60, 'memory'),
    health(60, 'memory'),
    health(100),
    health(100),
  ];
  expect(reported.map((one, index) => changes.isChange('a', one, index * 5 * MINUTE))).toEqual([
    false,
    false,
    true,
    false,
    true,
    false,
  ]);
  expect(changes.isChange('b', health(60, 'memory'), 0)).toBe(true);
  expect(changes.isChange('b', health(60, 'DNS'), MINUTE)).toBe(true);
});
