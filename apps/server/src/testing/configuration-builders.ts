import type { InputOf } from '@airloom/contract/call';
import type { settingCalls } from '@airloom/contract/configuration/configuration.calls';
import type { SettingEdit, SettingPlace } from '@airloom/contract/configuration/edits';
import { DAY } from '@airloom/contract/time';
import { storeSecrets, withDigests, writeSettings } from '../domains/network/settings/index.ts';
import { newId } from '../platform/ids.ts';
import type { Person } from './builders.ts';
import type { TestServer } from './test-server.ts';

type NetworkEdit = Extract<SettingEdit, { readonly kind: 'wirelessNetwork' }>;
type NetworkValue = NonNullable<NetworkEdit['value']>;
export type Source = InputOf<(typeof settingCalls)['applyChange']>['source'];

export const WIFI_PASSWORD = 'harbour-lights-7';

export function networkValue(given: Partial<NetworkValue> = {}): NetworkValue {
  return {
    ssid: 'Guest',
    enabled: true,
    hidden: false,
    offTimes: [],
    encryption: 'wpa2wpa3',
    password: WIFI_PASSWORD,
    privateKeys: [],
    radius: null,
    vlan: null,
    fastRoaming: false,
    clientIsolation: false,
    bands: ['2G', '5G'],
    bandwidth: { upKbps: null, downKbps: null, clientUpKbps: null, clientDownKbps: null },
    targets: { kind: 'all' },
    ...given,
  };
}

/** An edit that creates a network. */
export function newNetwork(place: SettingPlace, given: Partial<NetworkValue> = {}): NetworkEdit {
  return {
    kind: 'wirelessNetwork',
    settingUUID: null,
    baseVersion: null,
    place,
    value: networkValue(given),
  };
}

/** A stored network, without the change that would have created it. */
export async function buildNetwork(
  { platform }: Pick<TestServer, 'platform'>,
  { tenant, userName }: Pick<Person, 'tenant' | 'userName'>,
  place: SettingPlace,
  given: Partial<NetworkValue> = {},
): Promise<string> {
  const edit = newNetwork(place, given);
  const id = newId();
  await platform.database.withTenant({ tenant }, async (tx) => {
    await storeSecrets(tx, platform.vault, { tenant }, [{ settingId: id, edit }], platform.now());
    const { value } = withDigests(platform.vault, { tenant }, { settingId: id, edit });
    if (value === null) throw new Error('No value');
    const setting = { id, kind: edit.kind, place, networkId: null, value, version: 1 };
    await writeSettings(tx, { tenant }, [setting], userName, platform.now());
  });
  return id;
}

/** The input that applies what a review shows now. */
export async function reviewed(
  server: TestServer,
  { token }: Pick<Person, 'token'>,
  source: Source,
): Promise<InputOf<(typeof settingCalls)['applyChange']>> {
  const { data } = await server.call('reviewChange', { source }, { as: token });
  return { source, digest: data.digest, reason: 'Planned work' };
}

/** A reviewed change with everything confirmed that may cut off switches. */
export async function confirmed(
  server: TestServer,
  { token }: Pick<Person, 'token'>,
  source: Source,
): Promise<InputOf<(typeof settingCalls)['applyChange']>> {
  const { data } = await server.call('reviewChange', { source }, { as: token });
  const confirmedCuts = data.cuts.map(({ deviceName: _name, ...cut }) => cut);
  return { source, digest: data.digest, reason: 'Planned work', confirmedCuts };
}

/** A change of tomorrow: its settings are not in force yet. */
export async function buildScheduledChange(
  server: TestServer,
  person: Pick<Person, 'token'>,
  source: Source,
): Promise<string> {
  const startAt = new Date(server.platform.now().getTime() + DAY).toISOString();
  const input = { ...(await reviewed(server, person, source)), startAt };
  return (await server.call('applyChange', input, { as: person.token })).data.changeUUID;
}
