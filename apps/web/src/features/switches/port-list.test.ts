import { expect, it } from 'vitest';
import { portList } from './port-list.ts';

it.each([
  [[], ''],
  [['Ethernet0'], 'Ethernet0'],
  [['Ethernet0', 'Ethernet1', 'Ethernet2'], 'Ethernet0–2'],
  [['Ethernet0', 'Ethernet2', 'Ethernet3'], 'Ethernet0, Ethernet2–3'],
  [['Ethernet9', 'Ethernet10', 'sfp11'], 'Ethernet9–10, sfp11'],
  [['1/0/1', '1/0/2', 'uplink'], '1/0/1–2, uplink'],
  [['uplink', 'uplink1'], 'uplink, uplink1'],
])('writes %j as %s', (names, text) => {
  expect(portList(names)).toBe(text);
});
