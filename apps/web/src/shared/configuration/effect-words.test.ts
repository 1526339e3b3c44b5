import type { SettingKind } from '@airloom/contract/configuration/edits';
import { expect, it } from 'vitest';
import { effectWords } from './effect-words.ts';
import { englishWording } from './testing/english.ts';

const { t } = await englishWording();
const LATER = 'Wireless networks and radio settings apply to devices added later.';
const GUESTS = 'White lists and gateway authentication take effect with guest access.';

it.each<[SettingKind[], boolean, string[]]>([
  [['wirelessNetwork'], false, [LATER]],
  [['radios', 'wirelessOverride'], true, []],
  [['whitelist'], false, [GUESTS]],
  [['gatewayAuth'], false, [GUESTS]],
  [['wirelessNetwork', 'whitelist'], false, [LATER, GUESTS]],
  [['wirelessNetwork', 'whitelist'], true, [GUESTS]],
  [[], false, []],
])('%j, devices change: %s', (kinds, changesDevices, expected) => {
  expect(
    effectWords(
      kinds.map((kind) => ({ kind })),
      changesDevices,
      t,
    ),
  ).toEqual(expected);
});
