import { randomUUID } from 'node:crypto';
import type { identityCalls } from '@airloom/contract/identity/identity.calls';
import type { registrationCalls } from '@airloom/contract/identity/registration.calls';
import type { safetyCalls } from '@airloom/contract/identity/safety.calls';
import type { signInCalls } from '@airloom/contract/identity/sign-in.calls';
import { Secret, TOTP } from 'otpauth';
import { PASSWORD } from '../../builders.ts';
import { codeSentTo, type World } from '../../world.ts';
import type { ExamplesOf } from './example.ts';

const NEW_PASSWORD = 'Brighter-Lantern-77';

async function code(
  world: World,
  purpose: 'register' | 'resetPassword' | 'bind' | 'smsLogin',
  target: string,
) {
  await world.server.call('sendCode', { purpose, target });
  return codeSentTo(world.server, target);
}

async function phoneOf(world: World): Promise<string> {
  const phone = `+48 6${String(Math.floor(Math.random() * 1e8)).padStart(8, '0')}`;
  const input = { target: phone, code: await code(world, 'bind', phone), password: PASSWORD };
  await world.server.call('saveBindMailPhone', input, { as: world.owner.token });
  return phone;
}

async function totp(world: World): Promise<TOTP> {
  const begun = await world.server.call('beginTwoFactor', {}, { as: world.owner.token });
  return new TOTP({ secret: Secret.fromBase32(begun.data.secret) });
}

function codeAt({ server }: World, authenticator: TOTP): string {
  return authenticator.generate({ timestamp: server.platform.now().getTime() });
}

async function ticket(world: World): Promise<{ ticket: string; code: string }> {
  const authenticator = await totp(world);
  const set = await world.server.call(
    'setAccountSwitch',
    { twoFactor: 'totp', password: PASSWORD, code: codeAt(world, authenticator) },
    { as: world.owner.token },
  );
  const login = await world.server.call('login', { username: world.owner.userName, password: PASSWORD });
  return { ticket: login.data.secondFactor?.ticket ?? '', code: set.data.recoveryCodes[0] ?? '' };
}

async function qr(world: World): Promise<string> {
  return (await world.server.call('createAppLogin', {})).data.qrUUID;
}

export const identityExamples: ExamplesOf<
  typeof signInCalls & typeof registrationCalls & typeof identityCalls & typeof safetyCalls
> = {
  login: ({ owner }) => ({ username: ` ${owner.userName} `, password: PASSWORD }),
  loginCheck: async (world) => ({ ...(await ticket(world)), method: 'recovery' }),
  smsLogin: async (world) => {
    const phone = await phoneOf(world);
    return { phone, code: await code(world, 'smsLogin', phone) };
  },
  demoLogin: () => ({}),
  sendCode: () => ({ purpose: 'register', target: `${randomUUID()}@example.org` }),
  checkAccount: () => ({ username: 'somebody_new' }),
  registerAccount: async (world) => {
    const target = `${randomUUID()}@example.org`;
    return {
      username: `u${randomUUID().slice(0, 8)}`,
      target,
      code: await code(world, 'register', target),
      password: NEW_PASSWORD,
      confirmPassword: NEW_PASSWORD,
    };
  },
  resetPwdByCode: async (world) => ({
    target: world.owner.email,
    code: await code(world, 'resetPassword', world.owner.email),
    password: NEW_PASSWORD,
    confirmPassword: NEW_PASSWORD,
  }),
  createAppLogin: () => ({}),
  getAppLoginInfo: async (world) => ({ qrUUID: await qr(world) }),
  scanAppLogin: async (world) => ({ qrUUID: await qr(world) }),
  confirmAppLogin: async (world) => {
    const qrUUID = await qr(world);
    await world.server.call('scanAppLogin', { qrUUID }, { as: world.owner.token });
    return { qrUUID, allow: false };
  },
  wechatStart: () => ({}),
  wechatLogin: () => ({ code: 'any', state: 'any' }),
  wechatBind: () => ({ code: 'any', state: 'any', password: PASSWORD }),
  wechatUnbind: () => ({ password: PASSWORD }),
  initDomain: () => ({}),
  getCountryCodeList: () => ({ search: 'pol' }),
  logout: () => ({}),
  initPage: () => ({ timeZone: 'Europe/Warsaw' }),
  setLang: () => ({ yuyan: 'pl' }),
  updateToken: async ({ server, owner }) => {
    const [role] = (await server.call('listMyRoles', {}, { as: owner.token })).data;
    return { accountUUID: role?.accountUUID ?? '', roleUUID: role?.roleUUID ?? '' };
  },
  setCurrentSite: ({ siteUUID }) => ({ currentUUID: siteUUID }),
  getDefaultEnterpriseTree: ({ owner }) => ({
    accountUUID: owner.tenant,
    managerUUID: owner.managerId,
    key: 'ROLE_SUPER_ADMIN',
  }),
  getAccountSwitch: () => ({}),
  beginTwoFactor: () => ({}),
  setAccountSwitch: async (world) => ({
    twoFactor: 'totp',
    password: PASSWORD,
    code: codeAt(world, await totp(world)),
  }),
  listSecurityEvents: () => ({}),
  sendOwnCode: async ({ server, owner }) => {
    const set = { twoFactor: 'code' as const, password: PASSWORD };
    await server.call('setAccountSwitch', set, { as: owner.token });
    return { channel: 'mail' };
  },
  saveBindMailPhone: async (world) => {
    const target = `${randomUUID()}@example.org`;
    return { target, code: await code(world, 'bind', target), password: PASSWORD };
  },
  canUpdateUserName: () => ({}),
  updateUserName: () => ({ userName: `n${randomUUID().slice(0, 8)}` }),
  updateProfile: () => ({ nickname: 'Łucja' }),
  changePassword: () => ({ oldPassword: PASSWORD, password: NEW_PASSWORD, confirmPassword: NEW_PASSWORD }),
  releaseAccount: ({ owner }) => ({ password: PASSWORD, accountName: owner.userName }),
  listSessions: () => ({}),
  endSession: () => ({}),
  listApiKeys: () => ({}),
  createApiKey: ({ marker }) => ({
    name: `${marker} second`,
    grants: ['org_manage'],
    expiresAt: null,
    password: PASSWORD,
  }),
  revokeApiKey: ({ apiKeyUUID }) => ({ apiKeyUUID }),
};
