import type { CommonUrls } from '@airloom/contract/identity/identity.model';
import type { Settings } from '../../platform/settings.ts';

/** Where everything is, as this browser addresses this server. */
export function commonUrls(settings: Settings, requestOrigin: string): CommonUrls {
  const origin = (settings.PUBLIC_URL ?? requestOrigin).replace(/\/$/, '');
  const socketOrigin = origin.replace(/^http/, 'ws');
  return {
    ossUrl: `${origin}/files`,
    storageUrl: `${origin}/api/v1/storage`,
    templateUrl: `${origin}/templates`,
    portalDomain: (settings.PORTAL_URL ?? origin).replace(/\/$/, ''),
    shellUrl: `${socketOrigin}/shell`,
    websocketUrl: `${socketOrigin}/live`,
  };
}
