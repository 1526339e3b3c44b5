import { randomUUID } from 'node:crypto';
import type { Role } from '@airloom/contract/access/access.model';
import { sql } from 'kysely';
import { buildAlarm } from './alarm-builders.ts';
import {
  buildAccount,
  buildMember,
  buildOrganization,
  buildSite,
  PASSWORD,
  type Person,
} from './builders.ts';
import { buildDevices } from './device-builders.ts';
import type { TestServer } from './test-server.ts';

/** One account with some data of every kind, so that any call has something to act on. */
export interface World {
  readonly server: TestServer;
  /** Part of names, so that a leak into another account can be recognised. */
  readonly marker: string;
  readonly owner: Person;
  readonly operator: Person;
  readonly enterpriseUUID: string;
  readonly emptyEnterpriseUUID: string;
  readonly siteUUID: string;
  readonly binnedSiteUUID: string;
  readonly observerRoleUUID: string;
  readonly ownRoleUUID: string;
  readonly invitationUUID: string;
  readonly invitationToken: string;
  readonly apiKeyUUID: string;
  /** An access point, offline, in the site. */
  readonly deviceUUID: string;
  readonly unclaimedUUID: string;
  readonly groupUUID: string;
  readonly claimCodeUUID: string;
  /** For high CPU load, in the site. */
  readonly alarmRuleUUID: string;
  /** Active, of the access point, by that rule. */
  readonly alarmUUID: string;
  readonly pastAlarmUUID: string;
  /** Of the site, tomorrow. */
  readonly maintenanceUUID: string;
  /** Resolves to this machine, which webhooks may not reach. */
  readonly webhookUUID: string;
  /** For urgent alarms of the site, to the owner and the webhook. */
  readonly noticeSettingUUID: string;
  /** To the owner, from themselves, unread. */
  readonly messageUUID: string;
}

const DAY_MS = 24 * 60 * 60 * 1000;

async function buildAlarms(
  server: TestServer,
  owner: Person,
  marker: string,
  { siteUUID, deviceUUID }: { readonly siteUUID: string; readonly deviceUUID: string },
) {
  const as = { as: owner.token };
  const now = server.platform.now();
  const rule = await server.call(
    'createAlarmRule',
    {
      name: `${marker} rule`,
      type: 'highCpu',
      levels: [{ level: 'important', threshold: 95 }],
      siteUUIDs: [siteUUID],
      enabled: false,
    },
    as,
  );
  const about = {
    ruleId: rule.data.ruleUUID,
    siteId: siteUUID,
    siteName: `${marker} Harbour`,
    deviceId: deviceUUID,
    deviceKind: 'ap' as const,
    deviceName: `${marker} AP`,
    // Without events: no notifications are planned for them.
    raisedAt: new Date(now.getTime() - 2 * DAY_MS),
  };
  const tomorrow = new Date(now.getTime() + DAY_MS);
  const maintenance = await server.call(
    'planMaintenance',
    {
      name: `${marker} works`,
      siteUUIDs: [siteUUID],
      from: tomorrow.toISOString(),
      to: new Date(tomorrow.getTime() + DAY_MS).toISOString(),
    },
    as,
  );
  const terminals = [{ mac: '02-00-00-00-00-AA', name: `${marker} scanner` }];
  await server.call('createAlarmMacs', { terminals }, as);
  return {
    alarmRuleUUID: rule.data.ruleUUID,
    alarmUUID: await buildAlarm(server, owner, about),
    pastAlarmUUID: await buildAlarm(server, owner, { ...about, clearedAt: now }),
    maintenanceUUID: maintenance.data.maintenanceUUID,
  };
}

async function buildNotices(
  server: TestServer,
  owner: Person,
  marker: string,
  siteUUID: string,
): Promise<Pick<World, 'webhookUUID' | 'noticeSettingUUID'>> {
  const as = { as: owner.token };
  const webhook = { name: `${marker} hook`, url: `https://hook.invalid/${marker}` };
  const { webhookUUID } = (await server.call('createWebhook', webhook, as)).data;
  await server.platform.database.withTenant(owner, (tx) =>
    tx.run(sql`update webhook set url = ${`http://127.0.0.1:9/${marker}`} where id = ${webhookUUID}`),
  );
  const setting = await server.call(
    'createNoticeSetting',
    {
      name: `${marker} setting`,
      levels: ['urgent'],
      siteUUIDs: [siteUUID],
      modes: ['page', 'webhook'],
      peopleUUIDs: [owner.managerId],
      webhookUUIDs: [webhookUUID],
    },
    as,
  );
  return { webhookUUID, noticeSettingUUID: setting.data.settingUUID };
}

export async function buildWorld(server: TestServer): Promise<World> {
  const marker = `w${randomUUID().slice(0, 8)}`;
  const owner = await buildAccount(server, marker);
  const as = { as: owner.token };
  const enterpriseUUID = await buildOrganization(server, owner, `${marker} North`);
  const emptyEnterpriseUUID = await buildOrganization(server, owner, `${marker} Empty`);
  const siteUUID = await buildSite(server, owner, enterpriseUUID, `${marker} Harbour`);
  const binnedSiteUUID = await buildSite(server, owner, enterpriseUUID, `${marker} Binned`);
  await server.call('deleteSite', { siteUUID: binnedSiteUUID }, as);
  const operator = await buildMember(server, owner, 'siteOperator', { siteIds: [siteUUID] });
  const ownRole = await server.call(
    'createRole',
    { name: `${marker} role`, permissions: ['site_manage'] },
    as,
  );
  const roles = await server.call('listRoles', {}, as);
  const observerRoleUUID = roleByKey(roles.data, 'ROLE_SITE_OBSERVER');
  const target = `${marker}-guest@example.org`;
  const invited = await server.call(
    'invite',
    { targets: [target], roleUUID: observerRoleUUID, reach: { siteUUIDs: [siteUUID] } },
    as,
  );
  const apiKey = await server.call(
    'createApiKey',
    { name: `${marker} key`, grants: ['site_manage'], expiresAt: null, password: PASSWORD },
    as,
  );
  const [device, unclaimed] = await buildDevices(server, owner, [
    { siteId: siteUUID, name: `${marker} AP`, model: `${marker} model`, managed: true },
    { siteId: null, name: `${marker} waiting` },
  ]);
  const group = await server.call('createGroup', { siteUUID, name: `${marker} group` }, as);
  const claimCode = await server.call('createClaimCode', { siteUUID }, as);
  const alarms = await buildAlarms(server, owner, marker, { siteUUID, deviceUUID: device?.id ?? '' });
  const notices = await buildNotices(server, owner, marker, siteUUID);
  const input = { peopleUUIDs: [owner.managerId], text: `${marker} says hello` };
  await server.call('sendMessage', input, as);
  const messages = await server.call('listMessages', { tab: 'message' }, as);
  // A new account gets its default rules as soon as its event is handled.
  await server.settled();
  return {
    server,
    marker,
    owner,
    operator,
    enterpriseUUID,
    emptyEnterpriseUUID,
    siteUUID,
    binnedSiteUUID,
    observerRoleUUID,
    ownRoleUUID: ownRole.data.roleUUID,
    invitationUUID: invited.data.invitationUUIDs[0] ?? '',
    invitationToken: await invitationToken(server, target),
    apiKeyUUID: apiKey.data.apiKey.apiKeyUUID,
    deviceUUID: device?.id ?? '',
    unclaimedUUID: unclaimed?.id ?? '',
    groupUUID: group.data.groupUUID,
    claimCodeUUID: claimCode.data.claimCodeUUID,
    ...alarms,
    ...notices,
    messageUUID: messages.data.rows[0]?.messageUUID ?? '',
  };
}

export async function invitationToken(server: TestServer, target: string): Promise<string> {
  const { body } = await server.takeMessage(target, /invitation=/);
  const token = /invitation=([\w-]+)/.exec(body)?.[1];
  if (token === undefined) throw new Error(`No invitation link in the message to ${target}`);
  return token;
}

/** Six digits, or the three groups of a code to reset a password. */
const CODE = /\b(?:\d{6}|\d{4} \d{4} \d{4})\b/;

export async function codeSentTo(server: TestServer, target: string): Promise<string> {
  const { body } = await server.takeMessage(target, /\d{6}|\d{4} \d{4} \d{4}/);
  const code = CODE.exec(body)?.[0];
  if (code === undefined) throw new Error(`No code in the message to ${target}`);
  return code.replaceAll(' ', '');
}

export function roleByKey(roles: readonly Role[], key: string): string {
  const role = roles.find((candidate) => candidate.key === key);
  if (!role) throw new Error(`No role ${key}`);
  return role.roleUUID;
}
