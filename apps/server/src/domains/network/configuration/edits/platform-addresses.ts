import type { SettingEdit } from '@airloom/contract/configuration/edits';
import { invalidField } from '../../../../platform/failure.ts';
import type { Settings } from '../../../../platform/settings.ts';

type Addresses = Pick<Settings, 'GATEWAY_ADDRESS' | 'PUBLIC_URL' | 'PORTAL_URL'>;

/** Names of the device itself, with or without a domain. */
const LOOPBACK_NAME = /^(?:.+\.)?(?:localhost|localdomain|ip6-localhost|ip6-loopback)$/;

/** Host names and addresses under which devices and browsers reach this platform. */
function platformHosts({ GATEWAY_ADDRESS, PUBLIC_URL, PORTAL_URL }: Addresses): Set<string> {
  const urls = [PUBLIC_URL, PORTAL_URL, GATEWAY_ADDRESS && `https://${GATEWAY_ADDRESS}`];
  return new Set(urls.flatMap((url) => (url === undefined || url === '' ? [] : [new URL(url).hostname])));
}

/** Servers that guests or clients are authenticated at, by their field in the value. */
function serversIn({ value }: SettingEdit): (readonly [string, string])[] {
  if (value === null) return [];
  if ('serverAddress' in value) return [['serverAddress', value.serverAddress]];
  const radius = 'radius' in value ? value.radius : null;
  return radius == null ? [] : [['radius.host', radius.host]];
}

/** Authentication servers are not this platform, nor the device itself. @throws {Failure} */
export function requireOtherServers(settings: Addresses, edit: SettingEdit, field: string): void {
  const own = platformHosts(settings);
  for (const [name, given] of serversIn(edit)) {
    const host = given.toLowerCase().replace(/\.$/, '');
    if (own.has(host) || LOOPBACK_NAME.test(host))
      throw invalidField(`${field}.${name}`, 'validation.platformAddress');
  }
}
