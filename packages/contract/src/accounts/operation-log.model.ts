import { z } from 'zod';
import { timestamp, uuid } from '../fields.ts';

/** What an operation can change. */
export const OBJECT_KINDS = [
  'account',
  'organization',
  'site',
  'member',
  'role',
  'invitation',
  'apiKey',
  'savedView',
  'device',
  'deviceGroup',
  'claimCode',
  'trustedCa',
  'link',
  'command',
  'firmware',
  'firmwareKey',
  'campaign',
  'setting',
  'change',
  'client',
  'monitoredClient',
  'alarm',
  'alarmRule',
  'maintenance',
  'noticeSetting',
  'notice',
  'webhook',
  'message',
  'report',
  'screenLink',
  'file',
] as const;
export const objectKind = z.enum(OBJECT_KINDS);
export type ObjectKind = z.infer<typeof objectKind>;

/** An object named by a value: the group of a device, the sites of a rule. */
export const objectReference = z.object({
  kind: objectKind,
  id: z.string(),
  name: z.string(),
  /** Null for objects that belong to no single site. */
  siteUUID: uuid.nullable(),
});
export type ObjectReference = z.infer<typeof objectReference>;

const references = z.object({ references: z.array(objectReference) });

/** The old or new value of a field; null where there was none. */
const loggedValue = z.union([references, z.json()]);
export type LoggedValue = z.infer<typeof loggedValue>;

/** The objects that a value names; null for other values. */
export function referencesIn(value: LoggedValue): readonly ObjectReference[] | null {
  return references.safeParse(value).data?.references ?? null;
}

export const valueChange = z.object({
  field: z.string(),
  from: loggedValue,
  to: loggedValue,
  /** Neither value is stored. */
  secret: z.boolean(),
});
export type ValueChange = z.infer<typeof valueChange>;

const loggedObject = z.object({
  kind: objectKind,
  id: z.string(),
  /** As it was then; keys of texts for built-in roles, built-in rules and alarms. */
  name: z.string(),
  /** Those within reach; empty for objects of the whole account. Two for a device that was moved. */
  siteUUIDs: z.array(uuid),
  /** Whether the caller can open it. False for kinds without a page. */
  exists: z.boolean(),
  changes: z.array(valueChange),
});
export type LoggedObject = z.infer<typeof loggedObject>;

export const operationLogRow = z.object({
  operationUUID: uuid,
  at: timestamp,
  managerUUID: uuid.nullable(),
  userName: z.string(),
  address: z.string(),
  call: z.string(),
  /** The first of them; empty for entries of earlier releases. */
  objects: z.array(loggedObject),
  objectCount: z.number().int(),
  /** Entries of earlier releases: the changed object as text, and its values. */
  earlier: z
    .object({ target: z.string(), before: z.json().nullable(), after: z.json().nullable() })
    .nullable(),
});
export type OperationLogRow = z.infer<typeof operationLogRow>;

/** Fields whose values are recorded; each has a text. */
export const LOGGED_FIELDS = [
  'address',
  'addresses',
  'alarmLevels',
  'alarmState',
  'alarmType',
  'alias',
  'allowed',
  'band2G',
  'band5G',
  'band6G',
  'bandSteering',
  'bands',
  'bandwidth',
  'blocked',
  'blockedUntil',
  'browser',
  'campaignState',
  'cancelledDevices',
  'changeState',
  'channel',
  'cleared',
  'clientIsolation',
  'code',
  'command',
  'companyName',
  'configurationState',
  'configurationVersion',
  'contactName',
  'contentType',
  'coordinates',
  'countryCode',
  'deletedSettings',
  'description',
  'deviceKind',
  'deviceKinds',
  'deviceNote',
  'devicePassword',
  'diagramPosition',
  'digest',
  'disabled',
  'disputedBy',
  'domains',
  'email',
  'emails',
  'enabled',
  'encryption',
  'endedSessions',
  'endsAt',
  'endsWithPassword',
  'escalateMinutes',
  'expiresAt',
  'fastRoaming',
  'fileKind',
  'fingerprint',
  'firmware',
  'group',
  'hasPassword',
  'hidden',
  'holdMinutes',
  'holidays',
  'hour',
  'interface',
  'invitationStatus',
  'language',
  'levels',
  'localStart',
  'lowerPort',
  'macs',
  'managementVlan',
  'models',
  'modes',
  'name',
  'network',
  'nickname',
  'note',
  'ntpServer',
  'number',
  'observeOnly',
  'offTimes',
  'organization',
  'organizations',
  'outcome',
  'pages',
  'password',
  'pattern',
  'people',
  'permissions',
  'phone',
  'phones',
  'photo',
  'position',
  'prefix',
  'privateKeys',
  'proven',
  'proxyTarget',
  'publicPort',
  'query',
  'radius',
  'reason',
  'recipients',
  'remark',
  'remoteProxies',
  'removed',
  'removedMessages',
  'repeat',
  'restTimes',
  'restoredFrom',
  'retries',
  'revokedCertificates',
  'rhythm',
  'role',
  'script',
  'seconds',
  'serverAddress',
  'serverPort',
  'settings',
  'sha256',
  'sharedKey',
  'shellEnd',
  'shellRecordingDays',
  'shellRecorded',
  'signedBy',
  'site',
  'sites',
  'size',
  'ssid',
  'startAt',
  'startsAt',
  'stopAtFailedPercent',
  'subject',
  'table',
  'tags',
  'targets',
  'tellsClears',
  'text',
  'timeZone',
  'twoFactor',
  'upperPort',
  'urgentAlways',
  'url',
  'userName',
  'uses',
  'viewed',
  'virtualDevices',
  'vlan',
  'waves',
  'webhookSecret',
  'webhookKind',
  'webhooks',
  'wechatBound',
  'zoneMinutes',
] as const;

/** Prefixes of the texts for values of a field, followed by the value. */
export const VALUE_TEXTS: Readonly<Record<string, string>> = {
  alarmLevels: 'alarms.level.',
  alarmState: 'alarms.state.',
  alarmType: 'alarms.type.',
  campaignState: 'firmware.campaignState.',
  changeState: 'configuration-pages.changeState.',
  command: 'commands.command.',
  configurationState: 'devices.configurationState.',
  deletedSettings: 'configuration.kind.',
  deviceKind: 'devices.kind.',
  deviceKinds: 'devices.kind.',
  invitationStatus: 'access.invitation.',
  language: 'ui.language.',
  level: 'alarms.level.',
  permissions: 'access.permission.',
  role: 'access.roleName.',
  shellEnd: 'web-shell.end.',
};

/** Prefixes of the texts for names that are keys, followed by the name. */
export const NAME_TEXTS: Partial<Readonly<Record<ObjectKind, string>>> = {
  role: 'access.roleName.',
  alarm: 'alarms.type.',
  alarmRule: 'alarms.shipped.',
  command: 'commands.command.',
};
