import { createHash, generateKeyPairSync, randomBytes, randomUUID } from 'node:crypto';
import type { CallName, CallTable } from '@airloom/contract/all-calls';
import type { InputOf } from '@airloom/contract/call';
import { LIMITS } from '@airloom/contract/limits';
import { Secret, TOTP } from 'otpauth';
import { foreignAuthority } from '../../domains/devices/testing/certificates.ts';
import { buildSite, PASSWORD } from '../builders.ts';
import { buildDevice } from '../device-builders.ts';
import { upload } from '../upload.ts';
import { codeSentTo, invitationToken, type World } from '../world.ts';
import { failedNotice, noticeSetting } from './notice-examples.ts';

/** An input with which the owner's call must succeed. A call without an example does not compile. */
type Examples = {
  readonly [N in CallName]: (world: World) => Promise<InputOf<CallTable[N]>> | InputOf<CallTable[N]>;
};

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

async function ticket(world: World): Promise<{ ticket: string; code: string }> {
  const authenticator = await totp(world);
  const set = await world.server.call(
    'setAccountSwitch',
    { twoFactor: 'totp', password: PASSWORD, code: authenticator.generate() },
    { as: world.owner.token },
  );
  const login = await world.server.call('login', { username: world.owner.userName, password: PASSWORD });
  return { ticket: login.data.secondFactor?.ticket ?? '', code: set.data.recoveryCodes[0] ?? '' };
}

async function qr(world: World): Promise<string> {
  return (await world.server.call('createAppLogin', {})).data.qrUUID;
}

async function deviceOf({ server, owner, marker, siteUUID }: World): Promise<string> {
  return (await buildDevice(server, owner, { siteId: siteUUID, name: `${marker} AP` })).id;
}

/** An order that ended: its device is offline. */
async function order(world: World): Promise<{ cfgUUID: string; deviceUUID: string }> {
  const deviceUUID = await deviceOf(world);
  const input = { deviceUUIDs: [deviceUUID], command: { name: 'locate' as const } };
  const sent = await world.server.call('sendCommand', input, { as: world.owner.token });
  return { cfgUUID: sent.data.cfgUUID, deviceUUID };
}

async function emptySite({ server, owner, enterpriseUUID, marker }: World): Promise<string> {
  return buildSite(server, owner, enterpriseUUID, `${marker} ${randomUUID().slice(0, 8)}`);
}

/** A device with two configurations, and the older of them. */
async function configured(world: World): Promise<{ deviceUUID: string; version: number }> {
  const { server, owner, deviceUUID } = world;
  const as = { as: owner.token };
  for (const name of [`${world.marker} one`, `${world.marker} two`]) {
    await server.call('updateDevice', { deviceUUID, name }, as);
  }
  const listed = await server.call('listConfigurations', { deviceUUID }, as);
  return { deviceUUID, version: listed.data.rows.at(-1)?.version ?? 0 };
}

async function trustedCa({ server, owner, marker }: World): Promise<string> {
  const input = { name: marker, pem: (await foreignAuthority(marker)).pem };
  return (await server.call('addTrustedCa', input, { as: owner.token })).data.trustedCaUUID;
}

async function importFile({ server, owner }: World): Promise<string> {
  const mac = `02-${randomUUID().slice(0, 10).replaceAll('-', '').match(/../g)?.join('-') ?? ''}`;
  return upload(server, owner.token, 'deviceImport', Buffer.from(`Kind,MAC\r\nAccess point,${mac}-01\r\n`));
}

async function savedView({ server, owner }: World): Promise<string> {
  const view = { table: 'devices', name: 'Mine', query: 'status=offline' };
  return (await server.call('saveView', view, { as: owner.token })).data.viewUUID;
}

function newMac(): string {
  return `02${randomUUID().replaceAll('-', '').slice(0, 10)}`;
}

async function newImage({ server, owner, marker }: World) {
  // An account that trusts keys takes only what they signed.
  for (const { keyUUID } of (await server.call('listFirmwareKeys', {}, { as: owner.token })).data) {
    await server.call('removeFirmwareKey', { keyUUID }, { as: owner.token });
  }
  const bytes = randomBytes(64);
  return {
    fileUUID: await upload(server, owner.token, 'firmware', bytes),
    sha256: createHash('sha256').update(bytes).digest('hex'),
    kind: 'ap' as const,
    models: [`${marker} model`],
    version: randomUUID().slice(0, 8),
  };
}

async function image(world: World): Promise<string> {
  const { server, owner } = world;
  const made = await server.call('createFirmware', await newImage(world), { as: owner.token });
  return made.data.firmwareUUID;
}

async function newCampaign(world: World) {
  return {
    name: `${world.marker} campaign`,
    firmwareUUID: await image(world),
    target: { kind: 'all' as const },
    startAt: new Date(world.server.platform.now().getTime() + 86_400_000).toISOString(),
  };
}

async function campaign(world: World): Promise<string> {
  const { server, owner } = world;
  const made = await server.call('createCampaign', await newCampaign(world), { as: owner.token });
  return made.data.campaignUUID;
}

function firmwareKey({ marker }: World) {
  const { publicKey } = generateKeyPairSync('ed25519');
  return { name: marker, pem: publicKey.export({ type: 'spki', format: 'pem' }).toString() };
}

async function addedKey(world: World): Promise<string> {
  const { server, owner } = world;
  return (await server.call('addFirmwareKey', firmwareKey(world), { as: owner.token })).data.keyUUID;
}

const alarmRule = ({ marker, siteUUID }: World) => ({
  name: `${marker} busy`,
  type: 'channelUtilisation' as const,
  kinds: ['ap' as const],
  levels: [
    { level: 'secondary' as const, threshold: 70 },
    { level: 'urgent' as const, threshold: 95 },
  ],
  holdMinutes: 5,
  siteUUIDs: [siteUUID],
  emails: ['night@example.org'],
  restTimes: [{ from: '00:00', to: '06:30' }],
  holidays: [{ from: '2026-12-24', to: '2026-12-26' }],
});

async function monitoredTerminal({ server, owner }: World): Promise<string> {
  const listed = await server.call('queryAlarmMacs', {}, { as: owner.token });
  return listed.data.rows[0]?.terminalUUID ?? '';
}

const site = (world: World) => ({
  enterpriseUUID: world.enterpriseUUID,
  name: `${world.marker} new`,
  countryCode: 'ES',
  timeZone: 'UTC+01:00',
});

export const examples: Examples = {
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
    code: (await totp(world)).generate(),
  }),
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
  createApiKey: ({ marker }) => ({ name: `${marker} second`, grants: ['org_manage'], expiresAt: null }),
  revokeApiKey: ({ apiKeyUUID }) => ({ apiKeyUUID }),

  listMyRoles: () => ({}),
  permissionTree: ({ ownRoleUUID }) => ({ roleUUID: ownRoleUUID }),
  listRoles: () => ({}),
  createRole: ({ marker }) => ({ name: `${marker} another`, permissions: ['org_manage'] }),
  updateRole: ({ ownRoleUUID, marker }) => ({
    roleUUID: ownRoleUUID,
    name: `${marker} renamed`,
    permissions: ['site_manage'],
  }),
  deleteRole: ({ ownRoleUUID }) => ({ roleUUID: ownRoleUUID }),
  listSubAccounts: () => ({}),
  invite: ({ observerRoleUUID, siteUUID }) => ({
    targets: [`${randomUUID()}@example.org`],
    roleUUID: observerRoleUUID,
    reach: { siteUUIDs: [siteUUID] },
  }),
  listInvitations: () => ({}),
  resendInvitation: ({ server, invitationUUID }) => {
    server.advance(LIMITS.verificationCode.resendMs);
    return { invitationUUID };
  },
  revokeInvitation: ({ invitationUUID }) => ({ invitationUUID }),
  viewInvitation: (world) => ({ token: world.invitationToken }),
  acceptInvitation: async (world) => {
    const { server, owner, observerRoleUUID, siteUUID } = world;
    const input = { targets: [owner.email], roleUUID: observerRoleUUID, reach: { siteUUIDs: [siteUUID] } };
    server.advance(LIMITS.verificationCode.resendMs);
    await server.call('invite', input, { as: owner.token });
    return { token: await invitationToken(server, owner.email) };
  },
  updateSubAccount: ({ operator, observerRoleUUID, siteUUID }) => ({
    subAccountUUID: operator.membershipId,
    roleUUID: observerRoleUUID,
    reach: { siteUUIDs: [siteUUID] },
  }),
  setSubAccountDisabled: ({ operator }) => ({ subAccountUUID: operator.membershipId, disabled: true }),
  removeSubAccount: ({ operator }) => ({ subAccountUUID: operator.membershipId }),

  getEnterprise: () => ({}),
  getAllSiteName: () => ({}),
  listEnterprises: () => ({}),
  createEnterprise: ({ marker }) => ({ name: `${marker} South` }),
  updateEnterprise: ({ enterpriseUUID, marker }) => ({ enterpriseUUID, name: `${marker} West` }),
  deleteEnterprise: ({ emptyEnterpriseUUID }) => ({ enterpriseUUID: emptyEnterpriseUUID }),
  listSites: () => ({}),
  createSite: (world) => site(world),
  updateSite: (world) => ({ ...site(world), siteUUID: world.siteUUID }),
  deleteSite: async (world) => ({ siteUUID: await emptySite(world) }),
  listBin: () => ({}),
  restore: ({ binnedSiteUUID }) => ({ kind: 'site', id: binnedSiteUUID }),

  getCompany: () => ({}),
  deviceChart: ({ deviceUUID }) => ({ deviceUUID, range: 'week' }),
  deviceNeighbours: ({ deviceUUID }) => ({ deviceUUID }),
  exportOperations: () => ({ format: 'csv' }),
  listDeviceLog: ({ deviceUUID }) => ({ deviceUUID, severity: 'warning' }),
  exportDeviceLog: () => ({ format: 'csv' }),
  listDeviceClients: ({ deviceUUID }) => ({ deviceUUID }),
  listTerminalLog: ({ siteUUID }) => ({ siteUUID, mac: '02-00' }),
  exportTerminalLog: () => ({ format: 'xlsx' }),
  listDevices: () => ({}),
  deviceCounts: () => ({}),
  viewDevice: ({ deviceUUID }) => ({ deviceUUID }),
  findDevicesByMac: () => ({ macs: '02-00-00-00-00-01,02:00:00:00:00:02' }),
  addDevices: ({ siteUUID, groupUUID, marker }) => ({
    siteUUID,
    groupUUID,
    rows: [{ kind: 'ac', mac: newMac(), name: `${marker} AC`.slice(0, 30) }],
  }),
  importDevices: async (world) => ({ fileUUID: await importFile(world), siteUUID: world.siteUUID }),
  updateDevice: ({ deviceUUID, groupUUID, marker }) => ({ deviceUUID, groupUUID, name: `${marker} lobby` }),
  moveDevices: async (world) => ({ deviceUUIDs: [world.deviceUUID], siteUUID: await emptySite(world) }),
  deleteDevices: ({ deviceUUID }) => ({ deviceUUIDs: [deviceUUID] }),
  exportDevices: () => ({ format: 'xlsx' }),
  listGroups: () => ({}),
  createGroup: ({ siteUUID, marker }) => ({ siteUUID, name: `${marker} new group` }),
  updateGroup: ({ groupUUID, marker }) => ({ groupUUID, name: `${marker} renamed` }),
  deleteGroup: ({ groupUUID }) => ({ groupUUID }),
  setDevicesGroup: ({ groupUUID, deviceUUID }) => ({ groupUUID, deviceUUIDs: [deviceUUID] }),
  createClaimCode: ({ siteUUID }) => ({ siteUUID, uses: 10, validHours: 48 }),
  listClaimCodes: () => ({}),
  revokeClaimCode: ({ claimCodeUUID }) => ({ claimCodeUUID }),
  listUnclaimed: () => ({}),
  claimDevices: ({ unclaimedUUID, siteUUID }) => ({ deviceUUIDs: [unclaimedUUID], siteUUID }),
  rejectUnclaimed: ({ unclaimedUUID }) => ({ deviceUUIDs: [unclaimedUUID] }),
  revokeDevice: ({ deviceUUID }) => ({ deviceUUID }),
  listTrustedCas: () => ({}),
  addTrustedCa: async ({ marker }) => ({ name: marker, pem: (await foreignAuthority(marker)).pem }),
  removeTrustedCa: async (world) => ({ trustedCaUUID: await trustedCa(world) }),
  listConfigurations: ({ deviceUUID }) => ({ deviceUUID }),
  viewConfiguration: (world) => configured(world),
  restoreConfiguration: (world) => configured(world),

  listSavedViews: () => ({ table: 'devices' }),
  saveView: () => ({ table: 'devices', name: 'Offline', query: 'status=offline' }),
  deleteView: async (world) => ({ viewUUID: await savedView(world) }),

  updateCompany: ({ marker }) => ({ enterpriseName: `${marker} Ltd` }),
  removeDemo: () => ({}),
  listOperations: () => ({}),

  sendCommand: async (world) => ({ deviceUUIDs: [await deviceOf(world)], command: { name: 'ping' } }),
  cancelCommands: async (world) => ({ cfgUUID: (await order(world)).cfgUUID }),
  listDeviceCommands: async (world) => ({ deviceUUID: (await order(world)).deviceUUID }),
  getDeviceCftLogCount: () => ({}),
  setDeviceCftLog: async (world) => ({ cfgUUIDs: [(await order(world)).cfgUUID] }),
  deleteDeviceCftLog: async (world) => ({ cfgUUIDs: [(await order(world)).cfgUUID] }),
  getDeviceCftLog: () => ({ outcome: 'failed' }),
  getDeviceCftLogDetail: async (world) => ({ cfgUUID: (await order(world)).cfgUUID }),
  viewNoticeLog: async (world) => ({ cfgUUID: (await order(world)).cfgUUID }),

  listFirmware: ({ marker }) => ({ model: `${marker} model` }),
  createFirmware: (world) => newImage(world),
  deleteFirmware: async (world) => ({ firmwareUUID: await image(world) }),
  listFirmwareKeys: () => ({}),
  addFirmwareKey: (world) => firmwareKey(world),
  removeFirmwareKey: async (world) => ({ keyUUID: await addedKey(world) }),
  listCampaigns: () => ({ state: 'scheduled' }),
  createCampaign: (world) => newCampaign(world),
  viewCampaign: async (world) => ({ campaignUUID: await campaign(world) }),
  changeCampaign: async (world) => ({ campaignUUID: await campaign(world), change: 'stop' }),
  listUpgrades: async (world) => ({ campaignUUID: await campaign(world), state: 'waiting' }),
  exportUpgrades: () => ({ format: 'csv' }),

  queryAlarm: ({ siteUUID }) => ({ siteUUID, state: 'unconfirmed', sort: 'level' }),
  confirmAlarm: ({ alarmUUID }) => ({ alarmUUIDs: [alarmUUID], note: 'Somebody is on the way' }),
  clearAlarm: ({ alarmUUID }) => ({ alarmUUIDs: [alarmUUID] }),
  viewAlarm: ({ alarmUUID }) => ({ alarmUUID }),
  exportAlarms: ({ enterpriseUUID }) => ({ enterpriseUUID, format: 'xlsx' }),
  queryHisAlarm: ({ deviceUUID }) => ({ deviceUUID, type: 'highCpu' }),
  viewHisAlarm: ({ pastAlarmUUID }) => ({ alarmHistoryUUID: pastAlarmUUID }),
  deleteHisAlarm: ({ pastAlarmUUID }) => ({ alarmHistoryUUIDs: [pastAlarmUUID] }),
  exportHisAlarms: () => ({ format: 'csv' }),
  getAlarmLogCount: ({ siteUUID }) => ({ siteUUID }),
  listAlarmRules: () => ({ sort: '-updatedAt' }),
  createAlarmRule: (world) => alarmRule(world),
  updateAlarmRule: (world) => ({ ruleUUID: world.alarmRuleUUID, rule: alarmRule(world) }),
  switchAlarmRule: ({ alarmRuleUUID }) => ({ ruleUUID: alarmRuleUUID, enabled: true }),
  deleteAlarmRule: ({ alarmRuleUUID }) => ({ ruleUUID: alarmRuleUUID }),
  listMaintenance: () => ({}),
  planMaintenance: ({ server, siteUUID, marker }) => ({
    name: `${marker} repainting`,
    siteUUIDs: [siteUUID],
    from: server.platform.now().toISOString(),
    to: new Date(server.platform.now().getTime() + 3_600_000).toISOString(),
  }),
  endMaintenance: ({ maintenanceUUID }) => ({ maintenanceUUID }),
  queryAlarmMacs: () => ({ sort: '-changedAt' }),
  createAlarmMacs: ({ marker }) => ({ terminals: [{ mac: '02-00-00-00-00-BB', name: `${marker} till` }] }),
  deleteAlarmMacs: async (world) => ({ terminalUUIDs: [await monitoredTerminal(world)] }),
  listNoticeSettings: () => ({}),
  createNoticeSetting: (world) => noticeSetting(world),
  updateNoticeSetting: (world) => ({ settingUUID: world.noticeSettingUUID, setting: noticeSetting(world) }),
  deleteNoticeSetting: ({ noticeSettingUUID }) => ({ settingUUID: noticeSettingUUID }),
  testNoticeSetting: ({ noticeSettingUUID }) => ({ settingUUID: noticeSettingUUID }),
  listDeliveries: ({ alarmUUID }) => ({ alarmUUID, sort: '-createdAt' }),
  retryDelivery: async (world) => ({ noticeUUID: await failedNotice(world) }),
  listWebhooks: () => ({}),
  createWebhook: ({ marker }) => ({ name: `${marker} tickets`, url: 'https://tickets.example.org/airloom' }),
  updateWebhook: ({ webhookUUID, marker }) => ({
    webhookUUID,
    name: `${marker} chat`,
    url: 'https://chat.example.org/airloom',
    enabled: false,
  }),
  renewWebhookSecret: ({ webhookUUID }) => ({ webhookUUID }),
  deleteWebhook: ({ webhookUUID }) => ({ webhookUUID }),
  testWebhook: ({ webhookUUID }) => ({ webhookUUID }),

  listMessages: () => ({ tab: 'message' }),
  getMessageCount: () => ({}),
  readMessages: ({ messageUUID }) => ({ messageUUIDs: [messageUUID] }),
  deleteMessages: ({ messageUUID }) => ({ tab: 'message', messageUUIDs: [messageUUID] }),
  sendMessage: ({ operator, marker }) => ({ peopleUUIDs: [operator.managerId], text: `${marker} is closed` }),
  listTasks: () => ({}),
};
