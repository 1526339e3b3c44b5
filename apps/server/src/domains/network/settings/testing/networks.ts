import type { SettingEdit, SettingPlace } from '@airloom/contract/configuration/edits';
import type { WirelessNetwork } from '@airloom/contract/wireless/wireless-network.rules';
import { newId } from '../../../../platform/ids.ts';
import type { TestServer } from '../../../../testing/test-server.ts';
import { storeSecrets, withDigests, writeSettings } from '../index.ts';

export const NETWORK: WirelessNetwork = {
  ssid: 'Office',
  enabled: true,
  hidden: false,
  offTimes: [],
  encryption: 'wpa2',
  password: 'Harbour-1234',
  privateKeys: [],
  radius: null,
  vlan: null,
  fastRoaming: false,
  clientIsolation: false,
  bands: ['5G'],
  bandwidth: { upKbps: null, downKbps: null, clientUpKbps: null, clientDownKbps: null },
  targets: { kind: 'all' },
};

/** Stores a wireless network as applied settings, without a change; returns its id. */
export async function buildNetwork(
  { platform }: Pick<TestServer, 'platform'>,
  { tenant }: { readonly tenant: string },
  place: SettingPlace,
  fields: Partial<WirelessNetwork> = {},
  id = newId(),
): Promise<string> {
  const edit: SettingEdit = {
    kind: 'wirelessNetwork',
    settingUUID: id,
    baseVersion: null,
    place,
    value: { ...NETWORK, ...fields },
  };
  await platform.database.withTenant({ tenant }, async (tx) => {
    const now = platform.now();
    await storeSecrets(tx, platform.vault, { tenant }, [{ settingId: id, edit }], now);
    const stored = withDigests(platform.vault, { tenant }, { settingId: id, edit });
    if (stored.value === null) throw new Error('A network has a value');
    const setting = { id, kind: edit.kind, place, networkId: null, value: stored.value, version: 1 };
    await writeSettings(tx, { tenant }, [setting], 'test', now);
  });
  return id;
}

/** Stores radio settings, without a change; returns their id. */
export async function buildRadios(
  { platform }: Pick<TestServer, 'platform'>,
  { tenant }: { readonly tenant: string },
  place: SettingPlace,
): Promise<string> {
  const id = newId();
  const value = { bands: { '5G': { channel: 36 } } };
  await platform.database.withTenant({ tenant }, (tx) =>
    writeSettings(
      tx,
      { tenant },
      [{ id, kind: 'radios', place, networkId: null, value, version: 1 }],
      'test',
      platform.now(),
    ),
  );
  return id;
}
