import { expect, test } from 'vitest';
import { COMMAND_NAMES } from './commands.model.ts';
import { inabilityOf } from './commands.rules.ts';

test.each([
  [
    'an access point',
    { kind: 'ap', isMember: false, radios: 2, hasMembers: false },
    ['powerCycle', 'cableTest'],
  ],
  [
    'a switch',
    { kind: 'switch', isMember: false, radios: 0, hasMembers: false },
    ['wifiScan', 'releaseClients', 'locate', 'trace'],
  ],
  [
    'a gateway',
    { kind: 'gateway', isMember: false, radios: 0, hasMembers: false },
    ['wifiScan', 'releaseClients', 'powerCycle', 'cableTest'],
  ],
  [
    'a controller',
    { kind: 'ac', isMember: false, radios: 0, hasMembers: true },
    ['wifiScan', 'powerCycle', 'cableTest'],
  ],
] as const)('%s knows all but', (_, device, unknown) => {
  const refused = COMMAND_NAMES.filter((name) => inabilityOf(device, name) !== null);
  expect(new Set(refused)).toEqual(new Set(unknown));
  expect(refused.map((name) => inabilityOf(device, name))).toEqual(refused.map(() => 'unsupported'));
});

test('a controller member supports no commands, whatever its firmware supports', () => {
  const thin = { kind: 'ap', isMember: true, radios: 0, hasMembers: false } as const;
  expect(new Set(COMMAND_NAMES.map((name) => inabilityOf(thin, name)))).toEqual(new Set(['underController']));
});
