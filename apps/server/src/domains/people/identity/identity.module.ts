import { LIVE_CLOSE } from '@airloom/contract/live';
import type { Authenticator } from '../../../platform/http/context.ts';
import { ConcurrentCodes } from '../../../platform/one-time-codes/concurrent-codes.ts';
import type { DomainModule, Platform } from '../../../platform/platform.ts';
import { Throttle } from '../../../platform/throttle/throttle.ts';
import { ApiKeys } from './account/api-keys.service.ts';
import { Closing } from './account/closing.service.ts';
import { Profiles } from './account/profile.service.ts';
import { Registration } from './account/registration.service.ts';
import { SecurityEvents } from './account/security-events.ts';
import { forgetClosedPeople } from './identity.jobs.ts';
import { type IdentityHandlers, identityRoutes } from './identity.routes.ts';
import { RoleSwitch } from './sessions/role-switch.service.ts';
import { Sessions } from './sessions/sessions.service.ts';
import { Codes, RESET_CODES } from './sign-in/codes.service.ts';
import { QrSignIn } from './sign-in/qr.service.ts';
import { OwnSecondFactor } from './sign-in/second-factor-check.ts';
import { SignIn } from './sign-in/sign-in.service.ts';
import { THROTTLE_POLICIES } from './sign-in/throttle-policies.ts';
import { WechatSignIn } from './sign-in/wechat.service.ts';

export function createIdentity(
  platform: Platform,
  gatewayPort: () => number | null,
): DomainModule<IdentityHandlers> & { readonly authenticator: Authenticator } {
  const sessions = new Sessions(platform);
  const throttle = new Throttle(platform, THROTTLE_POLICIES);
  const events = new SecurityEvents(platform);
  const [codes, resetCodes] = [new Codes(platform), new ConcurrentCodes(platform, RESET_CODES)];
  const parts = { platform, sessions, codes, resetCodes, throttle, events };
  const secondFactor = new OwnSecondFactor(parts);
  const signIn = new SignIn(parts);
  const profiles = new Profiles(parts, secondFactor);
  return {
    authenticator: sessions,
    handlers: identityRoutes({
      platform,
      gatewayPort,
      sessions,
      signIn,
      profiles,
      secondFactor,
      events,
      registration: new Registration(parts, signIn),
      qr: new QrSignIn(parts, signIn),
      wechat: new WechatSignIn(parts, signIn, profiles, secondFactor),
      apiKeys: new ApiKeys(platform, profiles, events),
      closing: new Closing(parts, profiles, secondFactor),
      roleSwitch: new RoleSwitch(platform, sessions),
    }),
    events: {
      SessionsEnded: async ({ payload }) => sessions.forget(payload.sessionIds),
      AccessRemoved: async ({ payload }) => sessions.forget(payload.sessionIds, LIVE_CLOSE.accessRemoved),
      AccountRemoved: async ({ payload: { tenant } }) => {
        platform.scopes.dropTenant(tenant);
        platform.live.closeWhere(LIVE_CLOSE.sessionEnded, (listener) => listener.scope.tenant === tenant);
      },
      MembershipsChanged: async ({ payload }) => {
        const managers = new Set(payload.managerIds);
        platform.scopes.dropManagers(managers);
        platform.live.closeWhere(LIVE_CLOSE.permissionsChanged, (listener) =>
          managers.has(listener.scope.manager),
        );
      },
    },
    cron: [
      { name: 'forgetStaleSessions', schedule: '* * * * *', run: () => sessions.deleteStale() },
      { name: 'forgetClosedPeople', schedule: '47 3 * * *', run: () => forgetClosedPeople(platform) },
      { name: 'forgetOldFailures', schedule: '17 * * * *', run: () => throttle.forgetOld() },
    ],
  };
}
