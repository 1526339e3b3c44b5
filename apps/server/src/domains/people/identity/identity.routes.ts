import { OK_NOTHING_CHANGED } from '@airloom/contract/errors';
import type { identityCalls } from '@airloom/contract/identity/identity.calls';
import type { registrationCalls } from '@airloom/contract/identity/registration.calls';
import type { safetyCalls } from '@airloom/contract/identity/safety.calls';
import type { signInCalls } from '@airloom/contract/identity/sign-in.calls';
import { languageOfYuyan } from '@airloom/contract/languages';
import { audit, ownAccount, recordOperation } from '../../../platform/audit.ts';
import { Failure } from '../../../platform/failure.ts';
import { SESSION_COOKIE } from '../../../platform/http/context.ts';
import { changed, type Handlers } from '../../../platform/http/handlers.ts';
import type { Platform } from '../../../platform/platform.ts';
import { translate } from '../../../platform/text/text.ts';
import { roleRecordsOf } from '../access/index.ts';
import { missingSendersFor } from '../accounts/index.ts';
import type { ApiKeys } from './account/api-keys.service.ts';
import type { Closing } from './account/closing.service.ts';
import { commonUrls } from './account/common-urls.ts';
import type { Profiles } from './account/profile.service.ts';
import type { Registration } from './account/registration.service.ts';
import type { SecurityEvents } from './account/security-events.ts';
import type { RoleSwitch } from './sessions/role-switch.service.ts';
import { selectedScopeOf } from './sessions/selected-scope.repository.ts';
import type { Sessions } from './sessions/sessions.service.ts';
import { countryCodes } from './sign-in/countries.ts';
import type { QrSignIn } from './sign-in/qr.service.ts';
import type { OwnSecondFactor } from './sign-in/second-factor-check.ts';
import { deliverToken, type SignIn } from './sign-in/sign-in.service.ts';
import type { WechatSignIn } from './sign-in/wechat.service.ts';

export interface IdentityParts {
  readonly platform: Platform;
  /** Where this process accepts devices; null when it accepts none. */
  gatewayPort(): number | null;
  readonly sessions: Sessions;
  readonly signIn: SignIn;
  readonly registration: Registration;
  readonly qr: QrSignIn;
  readonly wechat: WechatSignIn;
  readonly profiles: Profiles;
  readonly secondFactor: OwnSecondFactor;
  readonly events: SecurityEvents;
  readonly apiKeys: ApiKeys;
  readonly closing: Closing;
  readonly roleSwitch: RoleSwitch;
}

export type IdentityHandlers = Handlers<
  keyof (typeof signInCalls & typeof registrationCalls & typeof identityCalls & typeof safetyCalls)
>;

export function identityRoutes(parts: IdentityParts): IdentityHandlers {
  return { ...signInMethods(parts), ...ownAffairs(parts) };
}

type SignInMethod =
  | 'login'
  | 'loginCheck'
  | 'smsLogin'
  | 'demoLogin'
  | 'sendCode'
  | 'checkAccount'
  | 'registerAccount'
  | 'resetPwdByCode'
  | 'createAppLogin'
  | 'getAppLoginInfo'
  | 'scanAppLogin'
  | 'confirmAppLogin'
  | 'wechatStart'
  | 'wechatLogin'
  | 'wechatBind'
  | 'wechatUnbind'
  | 'initDomain'
  | 'getCountryCodeList';

function signInMethods({
  gatewayPort,
  platform,
  signIn,
  registration,
  qr,
  wechat,
}: IdentityParts): Pick<IdentityHandlers, SignInMethod> {
  const { settings } = platform;
  return {
    login: (input, { request }) => signIn.byPassword(input.username, input.password, request),
    loginCheck: (input, { request }) => signIn.checkSecondFactor(input, request),
    smsLogin: (input, { request }) => signIn.byPhone(input.phone, input.code, request),
    demoLogin: (_input, { request }) => signIn.asDemoVisitor(request),
    sendCode: (input, { request }) => registration.sendCode(input, request),
    checkAccount: async (input, { request }) => ({
      available: await registration.isAvailable(input.username, request),
    }),
    registerAccount: (input, { request }) => registration.register(input, request),
    resetPwdByCode: async (input, { request }) => {
      await registration.resetPassword(input, request);
      return null;
    },
    createAppLogin: (_input, { request }) => qr.create(request),
    getAppLoginInfo: (input, { request }) => qr.poll(input.qrUUID, request),
    scanAppLogin: (input, { scope }) => qr.scan(scope, input.qrUUID),
    confirmAppLogin: async (input, { scope }) => {
      await qr.confirm(scope, input.qrUUID, input.allow);
      return null;
    },
    wechatStart: async (input, { request }) => wechat.start(input.purpose, request),
    wechatLogin: (input, { request }) => wechat.login(input.code, input.state, request),
    wechatBind: async (input, { scope, request }) => {
      await wechat.bind(scope, input, request);
      return null;
    },
    wechatUnbind: async (input, context) => changed(context, await wechat.unbind(context.scope, input)),
    initDomain: async (_input, { request }) => ({
      ...commonUrls(settings, request, gatewayPort()),
      registration: settings.AIRLOOM_REGISTRATION,
      wechat: settings.WECHAT_APP_ID !== undefined && settings.WECHAT_APP_SECRET !== undefined,
      demo: (await signIn.openDemo()) !== null,
    }),
    getCountryCodeList: async (input, { request }) => countryCodes(request.language, input.search),
  };
}

function ownAffairs(parts: IdentityParts): Omit<IdentityHandlers, SignInMethod> {
  const { platform, gatewayPort, sessions, profiles, secondFactor, events, apiKeys, closing, roleSwitch } =
    parts;
  return {
    logout: async (_input, { scope, sessionId, request }) => {
      if (sessionId === null) return null;
      const ended = await platform.database.asSystem(async (tx) => {
        await recordOperation(tx, scope, ownAccount(scope));
        return sessions.end(tx, scope.manager, { only: sessionId });
      });
      sessions.forget(ended);
      request.clearCookie(SESSION_COOKIE);
      return null;
    },
    initPage: async (input, { scope, request }) => {
      const [profile, roles, selectedScope] = await Promise.all([
        profiles.get(scope.manager),
        roleRecordsOf(platform, scope.manager),
        platform.database.withTenant(scope, (tx) => selectedScopeOf(tx, scope)),
      ]);
      const currentRole = roles.find(
        (role) => role.accountUUID === scope.tenant && role.key === scope.roleKey,
      );
      if (!currentRole) throw new Failure('accessDataDeleted');
      return {
        profile: await profiles.followTimeZone(scope, profile, input.timeZone),
        currentRole,
        reachKind: scope.reach.kind,
        selectedScope,
        roles: scope.demo ? [currentRole] : roles,
        urls: commonUrls(platform.settings, request, gatewayPort()),
        remindMsg: (await profiles.mustRemind(scope.manager))
          ? translate(request.language, 'notices.generatedPassword')
          : '',
        missingSenders: await missingSendersFor(platform, scope),
      };
    },
    setLang: async (input, { scope, request }) => {
      const language = languageOfYuyan(input.yuyan);
      if (scope.demo) request.succeedAs(OK_NOTHING_CHANGED);
      else await profiles.setLanguage(scope, language);
      return { language };
    },
    updateToken: async (input, { scope, sessionId, request }) => {
      if (sessionId === null) throw new Failure('permissionDenied');
      const { token, currentRole } = await roleSwitch.switchTo(scope, sessionId, input);
      return { access_token: deliverToken(token, request), currentRole };
    },
    setCurrentSite: async (input, { scope, sessionId }) => {
      if (sessionId === null) throw new Failure('permissionDenied');
      await sessions.show(scope, sessionId, input.currentUUID);
      return null;
    },
    getDefaultEnterpriseTree: (input, { scope, request }) =>
      roleSwitch.treeOf(scope, input, request.language),
    getAccountSwitch: async (_input, { scope }) => {
      const { twoFactor, recoveryCodesLeft } = await profiles.get(scope.manager);
      return { twoFactor, recoveryCodesLeft };
    },
    beginTwoFactor: (_input, { scope }) => profiles.beginTwoFactor(scope),
    setAccountSwitch: async (input, { scope, request }) => ({
      recoveryCodes: await profiles.setTwoFactor(scope, input, request),
    }),
    saveBindMailPhone: async (input, context) =>
      changed(context, await profiles.bind(context.scope, input, context.request)),
    canUpdateUserName: async (_input, { scope }) => {
      const from = await profiles.userNameAllowedFrom(scope);
      return { allowed: from === null, allowedFrom: from?.toISOString() ?? null };
    },
    updateUserName: async (input, { scope }) => {
      await profiles.setUserName(scope, input.userName);
      return null;
    },
    updateProfile: async (input, { scope }) => {
      await profiles.update(scope, input);
      return null;
    },
    changePassword: async (input, { scope, sessionId, request }) => {
      await profiles.changePassword(scope, sessionId, input, request);
      return null;
    },
    releaseAccount: async (input, { scope, request }) => {
      await closing.close(scope, input, request);
      return null;
    },
    listSessions: (_input, { scope, sessionId }) => sessions.list(scope, sessionId),
    endSession: async (input, { scope, sessionId, request }) => {
      const which = input.sessionUUID === undefined ? { except: sessionId } : { only: input.sessionUUID };
      const ended = await platform.database.asSystem(async (tx) => {
        const ids = await sessions.end(tx, scope.manager, which);
        if (ids.length > 0)
          await recordOperation(
            tx,
            scope,
            ownAccount(scope, audit.values(null, { endedSessions: ids.length })),
          );
        return ids;
      });
      sessions.forget(ended);
      if (ended.length === 0) request.succeedAs(OK_NOTHING_CHANGED);
      return { ended: ended.length };
    },
    listSecurityEvents: (_input, { scope }) => events.list(scope.manager),
    sendOwnCode: (input, { scope }) => secondFactor.sendCode(scope, input.channel),
    listApiKeys: (_input, { scope }) => apiKeys.list(scope),
    createApiKey: (input, { scope, request }) => apiKeys.create(scope, input, request),
    revokeApiKey: async (input, { scope }) => {
      await apiKeys.revoke(scope, input.apiKeyUUID);
      return null;
    },
  };
}
