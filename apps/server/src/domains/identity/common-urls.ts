import type { CommonUrls } from '@airloom/contract/identity/identity.model';
import type { RequestInfo } from '../../platform/http/context.ts';
import { PATHS } from '../../platform/http/paths.ts';
import type { Settings } from '../../platform/settings.ts';

/** This server as the asking browser reaches it. */
export function browserOrigin(settings: Settings, request: Pick<RequestInfo, 'browserOrigin'>): string {
  return (settings.PUBLIC_URL ?? request.browserOrigin).replace(/\/$/, '');
}

/** Where everything is, as the asking browser reaches it. */
export function commonUrls(settings: Settings, request: Pick<RequestInfo, 'browserOrigin'>): CommonUrls {
  const origin = browserOrigin(settings, request);
  const socketOrigin = origin.replace(/^http/, 'ws');
  return {
    ossUrl: `${origin}${PATHS.files}`,
    storageUrl: `${origin}${PATHS.storage}`,
    templateUrl: `${origin}${PATHS.templates}`,
    portalDomain: (settings.PORTAL_URL ?? origin).replace(/\/$/, ''),
    shellUrl: `${socketOrigin}${PATHS.shell}`,
    websocketUrl: `${socketOrigin}${PATHS.live}`,
  };
}
