import { settingEdit } from '@airloom/contract/configuration/edits';
import en from '@airloom/messages/en/validation.json' with { type: 'json' };
import { describe, expect, it } from 'vitest';
import { issuesOfSchema } from '../../shared/form/issues.ts';
import {
  changedNetwork,
  copiedValues,
  copyPlace,
  EMPTY_RADIUS,
  emptyNetwork,
  isNetwork,
  networkEdit,
  networkForm,
  networkValues,
  withEncryption,
} from './network-form.ts';
import { NETWORK, networkSetting, ORGANIZATION, SITE, STORED, someNetwork } from './testing/some-network.ts';

const PLACE = { level: 'site' as const, uuid: SITE };
const FILLED = { ...emptyNetwork(PLACE), ssid: 'Guests', password: 'welcome-2026' };
const KEY = { name: 'Till', key: 'till-secret', mac: '', vlan: null };

function issuesOf(changes: object): string[] {
  const result = networkForm.safeParse({ ...FILLED, ...changes });
  const found = issuesOfSchema(result.error?.issues ?? []);
  return Object.entries(found).map(([path, { key }]) => `${path} ${key}`);
}

/** What the server answers for the same network. */
function serverIssuesOf(changes: object): string[] {
  const { place, ...value } = { ...FILLED, ...changes };
  const edit = { kind: 'wirelessNetwork', settingUUID: null, baseVersion: null, place, value };
  const found = issuesOfSchema(settingEdit.safeParse(edit).error?.issues ?? []);
  return Object.entries(found).map(([path, { key }]) => `${path.replace('value.', '')} ${key}`);
}

const RULES: readonly (readonly [string, object, string])[] = [
  ['an empty name', { ssid: '' }, 'ssid validation.required'],
  ['a name of more than 32 bytes', { ssid: '无线网络无线网络无线网' }, 'ssid validation.tooManyBytes'],
  ['a name with special characters', { ssid: 'Guests & friends' }, 'ssid validation.forbiddenCharacter'],
  ['a short password', { password: 'short' }, 'password validation.password.length'],
  ['a password with accents', { password: 'contraseña' }, 'password validation.wirelessPassword'],
  ['no password', { password: null }, 'password validation.required'],
  ['802.1X without a server', { encryption: 'enterprise', password: null }, 'radius validation.required'],
  ['WPA2 at 6 GHz', { encryption: 'wpa2', bands: ['6G'] }, 'encryption validation.sixGigahertz'],
  [
    'fast roaming of an open network',
    { encryption: 'open', password: null, fastRoaming: true },
    'fastRoaming validation.fastRoamingOpen',
  ],
  ['private keys without WPA2', { privateKeys: [KEY] }, 'privateKeys validation.privateKeysWpa2'],
  [
    'two private keys of one name',
    { encryption: 'wpa2', privateKeys: [KEY, { ...KEY, name: 'till' }] },
    'privateKeys validation.duplicate',
  ],
  [
    'a private key for an invalid address',
    { encryption: 'wpa2', privateKeys: [{ ...KEY, mac: 'till' }] },
    'privateKeys.0.mac validation.mac',
  ],
  ['a VLAN above 4094', { vlan: 4095 }, 'vlan validation.range'],
  ['no band', { bands: [] }, 'bands validation.selectOne'],
  [
    'a bandwidth below 8 kb/s',
    { bandwidth: { ...FILLED.bandwidth, upKbps: 7 } },
    'bandwidth.upKbps validation.range',
  ],
  [
    'more bandwidth for a client than for all',
    { bandwidth: { ...FILLED.bandwidth, downKbps: 100, clientDownKbps: 101 } },
    'bandwidth.clientDownKbps validation.clientBandwidth',
  ],
  ['an invalid time', { offTimes: [{ start: '', end: '08:00' }] }, 'offTimes.0.start validation.time'],
  [
    'an off time that ends before it starts',
    { offTimes: [{ start: '22:00', end: '06:00' }] },
    'offTimes.0.end validation.endBeforeStart',
  ],
  [
    'four off times',
    { offTimes: Array.from({ length: 4 }, () => ({ start: '01:00', end: '02:00' })) },
    'offTimes validation.tooMany',
  ],
  [
    'a reserved server address',
    {
      encryption: 'enterprise',
      password: null,
      radius: { ...EMPTY_RADIUS, host: '127.0.0.1', secret: 'secret' },
    },
    'radius.host validation.reservedAddress',
  ],
  [
    'a shared key with a question mark',
    { encryption: 'enterprise', password: null, radius: { ...EMPTY_RADIUS, host: 'radius', secret: 'why?' } },
    'radius.secret validation.sharedKey',
  ],
  [
    'no selected site',
    { targets: { kind: 'sites', siteUUIDs: [] } },
    'targets.siteUUIDs validation.selectOne',
  ],
];

describe('rules', () => {
  it('accepts the initial values with a name and a password', () => {
    expect(issuesOf({})).toEqual([]);
  });

  it.each(RULES)('refuses %s with the message of the server', (_, changes, issue) => {
    expect(issuesOf(changes)).toEqual([issue]);
    expect(serverIssuesOf(changes)).toEqual([issue]);
    const key = issue.split(' validation.')[1]?.split('.')[0] ?? '';
    expect(Object.keys(en)).toContain(key);
  });

  it('requires a place', () => {
    expect(issuesOf({ place: { level: 'site', uuid: '' } })).toEqual(['place.uuid validation.identifier']);
  });
});

describe('values', () => {
  const setting = networkSetting();

  it('keep stored secrets of an edited network', () => {
    if (!isNetwork(setting)) throw new Error('no network');
    const values = networkForm.parse(networkValues(setting));
    expect(networkEdit(values, setting)).toEqual({
      kind: 'wirelessNetwork',
      settingUUID: NETWORK,
      baseVersion: 3,
      place: { level: 'organization', uuid: ORGANIZATION },
      value: someNetwork(),
    });
  });

  it('of a copy have no secrets', () => {
    const secret = networkSetting(
      someNetwork({
        encryption: 'wpa2',
        privateKeys: [{ ...KEY, key: STORED }],
        radius: { ...EMPTY_RADIUS, secret: STORED },
      }),
    );
    if (!isNetwork(secret)) throw new Error('no network');
    const there = { level: 'organization' as const, uuid: ORGANIZATION };
    expect(JSON.stringify(copiedValues(secret, there))).not.toContain('digest');
    expect(copiedValues(secret, there)).toMatchObject({ ssid: '', password: '', privateKeys: [] });
  });

  it('of a copy at another place are for all its access points', () => {
    const targeted = networkSetting(someNetwork({ targets: { kind: 'sites', siteUUIDs: [SITE] } }));
    if (!isNetwork(targeted)) throw new Error('no network');
    expect(copiedValues(targeted, PLACE)).toMatchObject({ place: PLACE, targets: { kind: 'all' } });
    const there = { level: 'organization' as const, uuid: ORGANIZATION };
    expect(copiedValues(targeted, there)).toMatchObject({
      place: there,
      targets: { kind: 'sites', siteUUIDs: [SITE] },
    });
  });

  it('change only the named fields of a stored network', () => {
    if (!isNetwork(setting)) throw new Error('no network');
    expect(changedNetwork(setting, { enabled: false })).toMatchObject({
      baseVersion: 3,
      value: someNetwork({ enabled: false }),
    });
    expect(changedNetwork(setting, null)).toMatchObject({ settingUUID: NETWORK, value: null });
  });
});

describe('the place of a copy', () => {
  const OTHER_SITE = '018f0000-0000-7000-8000-00000000000e';
  const sites = [
    { value: OTHER_SITE, organization: NETWORK },
    { value: SITE, organization: ORGANIZATION },
  ];
  const organization = { level: 'organization' as const, uuid: ORGANIZATION };

  it('stays for a person who can edit it there', () => {
    expect(copyPlace(organization, { mayEditOrganization: true, sites, siteUUID: OTHER_SITE })).toEqual(
      organization,
    );
    expect(copyPlace(PLACE, { mayEditOrganization: false, sites, siteUUID: undefined })).toEqual(PLACE);
  });

  const at = (siteUUID: string | undefined) =>
    copyPlace(organization, { mayEditOrganization: false, sites, siteUUID });

  it('is a site of the organization for a site operator, the selected one if there is one', () => {
    expect(at(undefined)).toEqual(PLACE);
    expect(at(OTHER_SITE)).toEqual({ level: 'site', uuid: OTHER_SITE });
  });
});

it('switches secrets with the encryption and back', () => {
  const initial = { ...FILLED, password: STORED };
  const open = { ...initial, ...withEncryption(initial, initial, 'open') };
  expect(open).toMatchObject({ encryption: 'open', password: null, radius: null });
  expect(withEncryption(open, initial, 'wpa3')).toEqual({
    encryption: 'wpa3',
    password: STORED,
    radius: null,
  });
  expect(withEncryption(open, initial, 'enterprise')).toMatchObject({ password: null, radius: EMPTY_RADIUS });
});
