import { expect, test } from 'vitest';
import { COMMAND_NAMES } from './commands.model.ts';
import { isAble } from './commands.rules.ts';

test.each([
  ['an access point', { kind: 'ap', underAnother: false, radios: 2, leads: false }, []],
  [
    'a switch',
    { kind: 'switch', underAnother: false, radios: 0, leads: false },
    ['wifiScan', 'releaseClients', 'script'],
  ],
  [
    'a gateway',
    { kind: 'gateway', underAnother: false, radios: 0, leads: false },
    ['wifiScan', 'releaseClients'],
  ],
  ['a controller', { kind: 'ac', underAnother: false, radios: 0, leads: true }, ['wifiScan']],
  ['under a controller', { kind: 'ap', underAnother: true, radios: 2, leads: false }, COMMAND_NAMES],
] as const)('%s knows all but', (_, device, unknown) => {
  expect(new Set(COMMAND_NAMES.filter((name) => !isAble(device, name)))).toEqual(new Set(unknown));
});
