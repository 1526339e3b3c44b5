import type { Quota } from '@airloom/contract/quotas';
import { type RawBuilder, sql } from 'kysely';
import { EXPORT_KINDS } from '../files/file-kinds.ts';

/** Counted in the process that does the work, not in a table. */
export type RunningQuota = 'exportsAtOnce' | 'importsAtOnce';
export type StoredQuota = Exclude<Quota, RunningQuota>;

/** The rows that count against a quota. */
export interface Counted {
  readonly table: string;
  readonly where?: (now: Date) => RawBuilder<boolean>;
  /** For a quota per site, person or table: the columns that name it. */
  readonly part?: readonly string[];
  /** The number of rows unless given. */
  readonly amount?: RawBuilder<number>;
}

const VIRTUAL_DEVICES = sql<number>`coalesce(sum(aps + switches + gateways), 0)::int`;

export const COUNTED: Readonly<Record<StoredQuota, Counted>> = {
  // Those in the bin count too: otherwise restoring them could exceed the quota.
  organizations: { table: 'enterprise' },
  sites: { table: 'site' },
  devices: { table: 'device' },
  // Registered manually and never connected: many of them would be guesses at MAC addresses.
  openRegistrations: {
    table: 'device',
    where: () => sql`registered_at is not null and managed_by is null and not exists (
      select from device_certificate c where c.tenant_id = device.tenant_id and c.device_id = device.id)`,
  },
  virtualDevices: { table: 'virtual_fleet', amount: VIRTUAL_DEVICES },
  virtualDevicesPerSite: { table: 'virtual_fleet', amount: VIRTUAL_DEVICES, part: ['site_id'] },
  deviceGroups: { table: 'device_group', part: ['site_id'] },
  deviceTags: { table: 'tag' },
  claimCodes: {
    table: 'claim_code',
    where: (now) => sql`not virtual and revoked_at is null and uses_left > 0 and expires_at > ${now}`,
  },
  trustedCas: { table: 'trusted_ca' },
  people: { table: 'membership' },
  // Built-in roles have none.
  roles: { table: 'role', where: () => sql`grants is not null` },
  invitations: { table: 'invitation', where: (now) => sql`status = 'sent' and expires_at > ${now}` },
  apiKeys: { table: 'api_key', part: ['membership_id'] },
  savedViews: { table: 'saved_view', part: ['manager_id', 'table_name'] },
  alarmRules: { table: 'alarm_rule' },
  maintenanceWindows: { table: 'maintenance', where: (now) => sql`ends_at > ${now}` },
  monitoredClients: { table: 'monitored_terminal' },
  noticeSettings: { table: 'notice_setting' },
  webhooks: { table: 'webhook' },
  reports: { table: 'report_schedule' },
  screenLinks: { table: 'screen_link' },
  remoteProxies: { table: 'remote_proxy', where: (now) => sql`ended_at is null and expires_at > ${now}` },
  remoteProxiesPerPerson: {
    table: 'remote_proxy',
    where: (now) => sql`ended_at is null and expires_at > ${now}`,
    part: ['created_by'],
  },
  firmwareImages: { table: 'firmware' },
  firmwareKeys: { table: 'firmware_key' },
  campaigns: { table: 'upgrade_campaign', where: () => sql`ended_at is null` },
  commandSchedules: { table: 'command_schedule', where: () => sql`ended_at is null` },
  settings: { table: 'setting' },
  // Those that wait only for offline devices do not count.
  changes: {
    table: 'configuration_change',
    where: () => sql`state in ('scheduled', 'preparing', 'rollingOut', 'paused')`,
  },
  files: { table: 'stored_file' },
  storageMegabytes: { table: 'stored_file', amount: sql`coalesce(sum(size), 0)::float8 / 1048576` },
  exports: {
    table: 'stored_file',
    where: () => sql`kind in (${sql.join(EXPORT_KINDS)}) and expires_at > now()`,
  },
};
