import { storedSecret } from '@airloom/contract/configuration/secret';
import { displayMac } from '@airloom/contract/formats/network/mac';
import {
  differenceWords,
  fieldLabel,
  type Json,
  valueWords,
  type Wording,
} from '../../shared/configuration/difference-words.ts';
import { withoutSecrets } from './without-secrets.ts';

/** The names of sites by their UUID. */
export type SiteNames = ReadonlyMap<string, string>;

/** Objects that are shown as their parts. */
const GROUP_KEYS = { bandwidth: 'wireless.field.bandwidth', radius: 'wireless.field.radius' } as const;

function isGroup(path: string): path is keyof typeof GROUP_KEYS {
  return path in GROUP_KEYS;
}

function isSecret(path: string): boolean {
  return path === 'password' || path === 'sharedKey';
}

/** The field of a form as people call it. */
export function contestedLabel(path: string, wording: Wording): string {
  return isGroup(path) ? wording.t(GROUP_KEYS[path]) : fieldLabel(path, wording);
}

/** Plain data, as the server shows it: without secrets, and with the names of sites. */
function shown(path: string, value: unknown, sites: SiteNames): Json {
  if (path === 'targets') return shownTargets(value, sites);
  return JSON.parse(JSON.stringify(withoutSecrets(value ?? null)));
}

function shownTargets(value: unknown, sites: SiteNames): Json {
  if (typeof value !== 'object' || value === null || !('kind' in value)) return null;
  if (value.kind === 'groups') return { groups: '' };
  if (value.kind !== 'sites' || !('siteUUIDs' in value) || !Array.isArray(value.siteUUIDs)) return 'all';
  return { sites: value.siteUUIDs.flatMap((uuid) => sites.get(String(uuid)) ?? []).join(', ') };
}

/** The value of a contested field in words. */
export function contestedWords(path: string, value: unknown, wording: Wording, sites: SiteNames): string {
  const { t } = wording;
  if (value === undefined) return t('configuration.value.notSet');
  if (isSecret(path) && value !== null)
    return storedSecret.safeParse(value).success
      ? t('wireless.secret.stored')
      : t('configuration.value.newSecret');
  const plain = shown(path, value, sites);
  if (path === 'privateKeys' && Array.isArray(plain)) return keyWords(plain, wording);
  if (!isGroup(path) || plain === null) return valueWords(path, plain, wording, true);
  const parts = differenceWords([{ path, before: null, after: plain }], wording);
  return parts.length === 0
    ? t('configuration.value.unlimited')
    : parts.map(({ label, after }) => `${label}: ${after}`).join(', ');
}

function textOf(value: Json | undefined): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

/** `Till (90-3C-B3-BB-1D-A8, VLAN 20), Anna` */
function keyWords(keys: readonly Json[], wording: Wording): string {
  if (keys.length === 0) return wording.t('configuration.value.noList');
  const label = fieldLabel('vlan', wording);
  return keys
    .map((key) => {
      if (typeof key !== 'object' || key === null || Array.isArray(key)) return '';
      const vlan = textOf(key['vlan']);
      const details = [displayMac(textOf(key['mac'])), vlan === '' ? '' : `${label} ${vlan}`].filter(
        (one) => one !== '',
      );
      const name = textOf(key['name']);
      return details.length === 0 ? name : `${name} (${details.join(', ')})`;
    })
    .join(', ');
}
