import type { CommonUrls } from '@airloom/contract/identity/sign-in.model';
import type { RequestInfo } from '../../../../platform/http/context.ts';
import { PATHS } from '../../../../platform/http/paths.ts';
import type { Settings } from '../../../../platform/settings.ts';

/** This server as the browser of the request reaches it. */
export function browserOrigin(settings: Settings, request: Pick<RequestInfo, 'browserOrigin'>): string {
  return (settings.PUBLIC_URL ?? request.browserOrigin).replace(/\/$/, '');
}

/** The addresses of the installation as the browser of the request reaches them. */
export function commonUrls(
  settings: Settings,
  request: Pick<RequestInfo, 'browserOrigin'>,
  gatewayPort: number | null,
): CommonUrls {
  const origin = browserOrigin(settings, request);
  const socketOrigin = origin.replace(/^http/, 'ws');
  const gateway = gatewayAddress(settings, origin, gatewayPort);
  return {
    ossUrl: `${origin}${PATHS.files}`,
    storageUrl: `${origin}${PATHS.storage}`,
    templateUrl: `${origin}${PATHS.templates}`,
    portalDomain: (settings.PORTAL_URL ?? origin).replace(/\/$/, ''),
    shellUrl: `${socketOrigin}${PATHS.shell}`,
    websocketUrl: `${socketOrigin}${PATHS.live}`,
    gatewayAddress: gateway,
    enrolmentUrl: gateway && `https://${gateway}${PATHS.enrolment}`,
  };
}

/** Host and port for devices; empty when they connect to other processes and no setting has the address. */
export function gatewayAddress(
  { GATEWAY_ADDRESS }: Pick<Settings, 'GATEWAY_ADDRESS'>,
  origin: string,
  gatewayPort: number | null,
): string {
  if (GATEWAY_ADDRESS !== undefined) return GATEWAY_ADDRESS;
  return gatewayPort === null ? '' : `${new URL(origin).hostname}:${gatewayPort}`;
}
