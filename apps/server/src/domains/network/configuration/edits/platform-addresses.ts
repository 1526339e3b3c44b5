import type { SettingEdit } from '@airloom/contract/configuration/edits';
import { invalidField } from '../../../../platform/failure.ts';
import { isPlatformAddress, type PlatformAddresses } from '../../../../platform/platform-hosts.ts';

/** Names of the device itself, with or without a domain. */
const LOOPBACK_NAME = /^(?:.+\.)?(?:localhost|localdomain|ip6-localhost|ip6-loopback)$/;

/** Servers that guests or clients are authenticated at, by their field in the value. */
function serversIn({ value }: SettingEdit): (readonly [string, string])[] {
  if (value === null) return [];
  if ('serverAddress' in value) return [['serverAddress', value.serverAddress]];
  const radius = 'radius' in value ? value.radius : null;
  return radius == null ? [] : [['radius.host', radius.host]];
}

/** Authentication servers are not this platform, nor the device itself. @throws {Failure} */
export function requireOtherServers(settings: PlatformAddresses, edit: SettingEdit, field: string): void {
  for (const [name, given] of serversIn(edit)) {
    const host = given.toLowerCase().replace(/\.$/, '');
    if (isPlatformAddress(settings, host) || LOOPBACK_NAME.test(host))
      throw invalidField(`${field}.${name}`, 'validation.platformAddress');
  }
}
