import type { Role } from '@airloom/contract/access/access.model';
import { DAY } from '@airloom/contract/time';
import { sql } from 'kysely';
import { buildAlarm } from './alarm-builders.ts';
import { buildMember, buildSite, type Person } from './builders.ts';
import { buildNetwork, buildScheduledChange, newNetwork } from './configuration-builders.ts';
import { buildDevice } from './device-builders.ts';
import type { TestServer } from './test-server.ts';

/** A site of an account, and one of everything that belongs to a site. */
export interface SiteOfWorld {
  readonly siteUUID: string;
  readonly binnedSiteUUID: string;
  readonly operator: Person;
  readonly observerRoleUUID: string;
  readonly invitationUUID: string;
  readonly invitationToken: string;
  /** An access point, offline, in the site, with a tag and a note. */
  readonly deviceUUID: string;
  readonly groupUUID: string;
  readonly claimCodeUUID: string;
  /** For high CPU load, in the site. */
  readonly alarmRuleUUID: string;
  /** Goes on, of the access point, by that rule. */
  readonly alarmUUID: string;
  readonly pastAlarmUUID: string;
  /** Of the site, tomorrow. */
  readonly maintenanceUUID: string;
  /** Leads to this machine itself, where webhooks may not go, since its name does. */
  readonly webhookUUID: string;
  /** For urgent alarms of the site, to the owner and the webhook. */
  readonly noticeSettingUUID: string;
  /** A wireless network of the site. */
  readonly networkUUID: string;
  /** An edit of it in the draft of the site. */
  readonly draftUUID: string;
  /** Of the site, tomorrow. */
  readonly changeUUID: string;
}

async function buildAlarms(
  server: TestServer,
  owner: Person,
  marker: string,
  {
    siteName,
    siteUUID,
    deviceUUID,
  }: Pick<SiteOfWorld, 'siteUUID' | 'deviceUUID'> & { readonly siteName: string },
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
    siteName,
    deviceId: deviceUUID,
    deviceKind: 'ap' as const,
    deviceName: `${marker} AP`,
    // No news to anybody: the house plans no notices for them by itself.
    raisedAt: new Date(now.getTime() - 2 * DAY),
  };
  const tomorrow = new Date(now.getTime() + DAY);
  const maintenance = await server.call(
    'planMaintenance',
    {
      name: `${marker} works`,
      siteUUIDs: [siteUUID],
      from: tomorrow.toISOString(),
      to: new Date(tomorrow.getTime() + DAY).toISOString(),
    },
    as,
  );
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
): Promise<Pick<SiteOfWorld, 'webhookUUID' | 'noticeSettingUUID'>> {
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

async function buildConfiguration(
  server: TestServer,
  owner: Person,
  marker: string,
  siteUUID: string,
): Promise<Pick<SiteOfWorld, 'networkUUID' | 'draftUUID' | 'changeUUID'>> {
  const as = { as: owner.token };
  const place = { level: 'site', uuid: siteUUID } as const;
  const networkUUID = await buildNetwork(server, owner, place, { ssid: `${marker} site` });
  await server.call('addToDraft', { place, edits: [newNetwork(place, { ssid: `${marker} draft` })] }, as);
  const draft = await server.call('listDraft', { level: 'site', placeUUID: siteUUID }, as);
  return {
    networkUUID,
    draftUUID: draft.data[0]?.draftUUID ?? '',
    changeUUID: await buildScheduledChange(server, owner, {
      kind: 'edits',
      edits: [newNetwork(place, { ssid: `${marker} later` })],
    }),
  };
}

/** Every name begins with the marker. */
export async function buildSiteOfWorld(
  server: TestServer,
  owner: Person,
  marker: string,
  { enterpriseUUID, name }: { readonly enterpriseUUID: string; readonly name: string },
): Promise<SiteOfWorld> {
  const as = { as: owner.token };
  const siteName = `${marker} ${name}`;
  const siteUUID = await buildSite(server, owner, enterpriseUUID, siteName);
  const binnedSiteUUID = await buildSite(server, owner, enterpriseUUID, `${marker} Binned`);
  await server.call('deleteSite', { siteUUID: binnedSiteUUID }, as);
  const operator = await buildMember(server, owner, 'siteOperator', { siteIds: [siteUUID] });
  const roles = await server.call('listRoles', {}, as);
  const observerRoleUUID = roleByKey(roles.data, 'ROLE_SITE_OBSERVER');
  const target = `${marker}-guest@example.org`;
  const invited = await server.call(
    'invite',
    { targets: [target], roleUUID: observerRoleUUID, reach: { siteUUIDs: [siteUUID] } },
    as,
  );
  const device = await buildDevice(server, owner, {
    siteId: siteUUID,
    name: `${marker} AP`,
    model: `${marker} model`,
    managed: true,
  });
  await server.call('changeDeviceTags', { deviceUUIDs: [device.id], add: [`${marker} tag`] }, as);
  await server.call('addDeviceNote', { deviceUUID: device.id, text: `${marker} note` }, as);
  const group = await server.call('createGroup', { siteUUID, name: `${marker} group` }, as);
  const claimCode = await server.call('createClaimCode', { siteUUID }, as);
  const alarms = await buildAlarms(server, owner, marker, { siteName, siteUUID, deviceUUID: device.id });
  const notices = await buildNotices(server, owner, marker, siteUUID);
  const configuration = await buildConfiguration(server, owner, marker, siteUUID);
  return {
    siteUUID,
    binnedSiteUUID,
    operator,
    observerRoleUUID,
    invitationUUID: invited.data.invitationUUIDs[0] ?? '',
    invitationToken: await invitationToken(server, target),
    deviceUUID: device.id,
    groupUUID: group.data.groupUUID,
    claimCodeUUID: claimCode.data.claimCodeUUID,
    ...alarms,
    ...notices,
    ...configuration,
  };
}

export async function invitationToken(server: TestServer, target: string): Promise<string> {
  const { body } = await server.takeMessage(target, /invitation=/);
  const token = /invitation=([\w-]+)/.exec(body)?.[1];
  if (token === undefined) throw new Error(`No invitation link in the message to ${target}`);
  return token;
}

export function roleByKey(roles: readonly Role[], key: string): string {
  const role = roles.find((candidate) => candidate.key === key);
  if (!role) throw new Error(`No role ${key}`);
  return role.roleUUID;
}
