import { expect, it } from 'vitest';
import { timeSlot, wirelessOverrideInput } from './wireless-network.rules.ts';

it('an override sets only the fields it names', () => {
  expect(wirelessOverrideInput.parse({})).toEqual({});
  expect(wirelessOverrideInput.parse({ vlan: 20 })).toEqual({ vlan: 20 });
  expect(wirelessOverrideInput.parse({ offTimes: [] })).toEqual({ offTimes: [] });
});

it('an off time ends at midnight at the latest, and starts before it', () => {
  expect(timeSlot.safeParse({ start: '22:00', end: '24:00' }).success).toBe(true);
  expect(timeSlot.safeParse({ start: '00:00', end: '24:00' }).success).toBe(true);
  expect(timeSlot.safeParse({ start: '24:00', end: '24:00' }).success).toBe(false);
  expect(timeSlot.safeParse({ start: '22:00', end: '24:01' }).success).toBe(false);
  expect(timeSlot.safeParse({ start: '22:00', end: '00:00' }).success).toBe(false);
});
