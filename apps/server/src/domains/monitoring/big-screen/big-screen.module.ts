import type { ScreenAuthenticator } from '../../../platform/http/context.ts';
import { PeriodicWork } from '../../../platform/periodic-work.ts';
import type { DomainModule, Platform } from '../../../platform/platform.ts';
import { type BigScreenHandlers, bigScreenRoutes } from './big-screen.routes.ts';
import { ScreenAuthentication } from './screen-authentication.ts';
import { ScreenLinks } from './screen-links.service.ts';

/** Displays close this soon after their link ended for whatever reason; a revoked one closes at once. */
const CHECK_EVERY_MS = 3_000;

/** Links that open the big screen without a sign-in. */
export function createBigScreen(
  platform: Platform,
): DomainModule<BigScreenHandlers> & { readonly screens: ScreenAuthenticator } {
  const authentication = new ScreenAuthentication({
    ...platform,
    database: platform.database.forIdentity(),
  });
  const links = new ScreenLinks(platform, authentication);
  const check = new PeriodicWork({
    everyMs: CHECK_EVERY_MS,
    whileRunning: 'skip',
    work: () => authentication.endInvalid(),
    onError: (error) => platform.log.error({ err: error }, 'links of displays were not checked'),
  });
  return {
    screens: authentication,
    handlers: bigScreenRoutes(links),
    cron: [{ name: 'forgetScreenLinks', schedule: '23 4 * * *', run: () => links.deleteExpired() }],
    start: () => check.start(),
    stop: () => check.stop(),
  };
}
