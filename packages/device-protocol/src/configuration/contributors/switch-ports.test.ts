import { NO_SETTINGS, type Origin } from '@airloom/contract/configuration/effective';
import { expect, test } from 'vitest';
import type { SwitchPort } from '../base-settings.ts';
import { guardUplink } from '../guard-uplink.ts';
import { wantedPorts } from './switch-ports.ts';

const origin: Origin = { level: 'organization', settingId: 'profile' };
const KNOWN = { speedMbps: 1000, fullDuplex: true, poe: null, enabled: true, negotiated: true };

function compiled(port: SwitchPort): { readonly enabled: boolean | undefined; readonly reasons: string[] } {
  const reasons: string[] = [];
  const effective = {
    ...NO_SETTINGS,
    switch: {
      ports: {},
      modelPorts: [{ ports: '1-3', value: { enabled: false, speed: 10 as const }, origin }],
      vlans: null,
      routes: null,
      base: null,
    },
  };
  const safe = guardUplink([port], NO_SETTINGS, effective).effective;
  const [wanted] = wantedPorts({ base: { switchPorts: [port] }, effective: safe }, ({ reason }) =>
    reasons.push(reason),
  );
  return { enabled: wanted?.value.enabled, reasons };
}

test('a profile disables only ports that are known to be no uplink', () => {
  expect(compiled({ ...KNOWN, name: 'Ethernet0', uplink: false })).toEqual({ enabled: false, reasons: [] });
  for (const port of [
    { ...KNOWN, name: 'Ethernet0', uplink: true },
    { ...KNOWN, name: 'Ethernet0', uplink: null },
    { ...KNOWN, name: 'Ethernet0' },
  ]) {
    expect(compiled(port)).toEqual({ enabled: undefined, reasons: ['uplinkProtected'] });
  }
});
