import { expect, it } from 'vitest';
import { wirelessOverrideInput } from './wireless-network.rules.ts';

it('an override sets only the fields it names', () => {
  expect(wirelessOverrideInput.parse({})).toEqual({});
  expect(wirelessOverrideInput.parse({ vlan: 20 })).toEqual({ vlan: 20 });
  expect(wirelessOverrideInput.parse({ offTimes: [] })).toEqual({ offTimes: [] });
});
