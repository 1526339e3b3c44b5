import type { DeviceKind } from '@airloom/contract/devices/device-classes';
import type {
  ConfigurationReason,
  ConfigurationVersionState,
} from '@airloom/contract/devices/devices.states';
import { sql } from 'kysely';
import type { Transaction } from '../../../../platform/database/database.ts';
import { isConnectedIn } from '../../../../platform/database/device-status.ts';
import type { TenantScope } from '../../../../platform/scope.ts';
import type { DeviceKey } from '../presence/presence.repository.ts';
import { type DocumentInput, setStates } from './configurations.repository.ts';

/** The version that a device should run: the pending one, else the newest it applied; refused versions are not sent again. */
export interface WantedVersion {
  readonly version: number;
  readonly state: ConfigurationVersionState;
  readonly reason: ConfigurationReason;
  readonly document: unknown;
  readonly change_id: string | null;
}

/** A managed device of a managed site with its versions. */
export interface Standing extends DocumentInput {
  readonly tenant: string;
  readonly sealed_password: string | null;
  /** Document of the newest version, if the device refused it or did not keep it. */
  readonly refused: unknown;
  readonly wanted: WantedVersion | null;
  /** All its versions, and those it refused or did not keep. */
  readonly versions: readonly number[];
  readonly refusedVersions: readonly number[];
  /** Whether it ever answered to a version. */
  readonly answered: boolean;
  /** Whether an administrator requested to replace its configuration, without an answer since. */
  readonly replaces: boolean;
  /** When it was taken over, if that version is still pending. */
  readonly takenOverAt: Date | null;
  /** When it connected. */
  readonly onlineAt: Date | null;
  readonly connectionId: string | null;
  /** The first version that may cut it off and was not reported yet, when and over which connection it was sent, and the VLAN before. */
  readonly trialVersion: number | null;
  readonly trialSentAt: Date | null;
  readonly trialConnection: string | null;
  readonly vlan_before: number | null;
  readonly management_vlan: number | null;
  /** Whether a report showed its released settings. */
  readonly verified: boolean;
}

/** Null unless a take over is the newest version by a person, and the device has not answered since. */
const TAKEN_OVER_AT = sql`(
  select case when asked.reason = 'takenOver' then asked.created_at end from device_configuration asked
  where asked.tenant_id = device.tenant_id and asked.device_id = device.id
    and asked.reason in ('takenOver', 'restored') and asked.state in ('pending', 'superseded')
    and asked.created_by is not null
    and not exists (
      select from device_configuration answered
      where answered.tenant_id = device.tenant_id and answered.device_id = device.id
        and answered.state in ('applied', 'partly', 'refused', 'notApplied') and answered.version > asked.version)
  order by asked.version desc limit 1)`;

export function readStandings(tx: Transaction, devices: readonly DeviceKey[]): Promise<Standing[]> {
  return tx.all(sql<Standing>`
    select device.tenant_id as tenant, device.id, device.site_id, device.kind, device.name, device.position,
      device.serial, device.abilities, device.management_vlan, device.reported_ports, device.released_settings,
      device.sealed_password,
      site.time_zone, site.ntp_server, site.country_code, newest.version,
      case when newest.state in ('refused', 'notApplied') then newest.document end as refused,
      case when wanted.version is not null then to_jsonb(wanted) end as wanted,
      array(
        select version from device_configuration
        where tenant_id = device.tenant_id and device_id = device.id) as versions,
      array(
        select version from device_configuration
        where tenant_id = device.tenant_id and device_id = device.id
          and state in ('refused', 'notApplied')) as "refusedVersions",
      exists (
        select from device_configuration replacing
        where replacing.tenant_id = device.tenant_id and replacing.device_id = device.id
          and replacing.reason in ('takenOver', 'restored') and replacing.state in ('pending', 'superseded')
          and replacing.created_by is not null
          and replacing.version > coalesce(taken.version, 0)) as replaces,
      taken.version is not null as answered,
      ${TAKEN_OVER_AT} as "takenOverAt", device.online_at as "onlineAt",
      device.trial_version as "trialVersion", device.trial_sent_at as "trialSentAt",
      device.trial_connection as "trialConnection", device.connection_id as "connectionId", device.vlan_before,
      device.released_settings is not distinct from device.verified_settings as verified
    from unnest(
      ${devices.map(({ tenant }) => tenant)}::uuid[],
      ${devices.map(({ deviceId }) => deviceId)}::uuid[]) as asked (tenant_id, id)
    join device on device.tenant_id = asked.tenant_id and device.id = asked.id
    join site on site.tenant_id = device.tenant_id and site.id = device.site_id
    left join lateral (
      select version, state, document from device_configuration
      where tenant_id = device.tenant_id and device_id = device.id
      order by version desc limit 1) as newest on true
    left join lateral (
      select version, state, reason, document, change_id from device_configuration
      where tenant_id = device.tenant_id and device_id = device.id and state in ('pending', 'applied', 'partly')
      order by version desc limit 1) as wanted on true
    left join lateral (
      select max(version) as version from device_configuration
      where tenant_id = device.tenant_id and device_id = device.id and state in ('applied', 'partly', 'refused', 'notApplied')) as taken on true
    -- What stands under another device is told what to do by that one.
    where device.managed_by is null
      and device.configuration_state <> 'unmanaged' and not site.observe_only`);
}

/** Devices are locked before their versions, in this sequence. */
async function lockInOrder(tx: Transaction, { tenant }: TenantScope, ids: readonly string[]): Promise<void> {
  await tx.all(sql`
    select from device where tenant_id = ${tenant} and id = any(${ids}::uuid[]) order by id for update`);
}

export async function lockStandings(
  tx: Transaction,
  { tenant }: TenantScope,
  ids: readonly string[],
): Promise<Standing[]> {
  // Changes committed while waiting for the lock must be visible.
  await lockInOrder(tx, { tenant }, ids);
  return readStandings(
    tx,
    ids.map((deviceId) => ({ tenant, deviceId })),
  );
}

/** Releases devices that run another configuration: they keep it, and pending versions are not sent. */
export async function releaseDevices(
  tx: Transaction,
  scope: TenantScope,
  ids: readonly string[],
): Promise<void> {
  await tx.run(sql`
    update device_configuration set state = 'superseded'
    where tenant_id = ${scope.tenant} and device_id = any(${ids}::uuid[]) and state = 'pending'`);
  await setStates(tx, scope, ids, 'unmanaged');
}

/** Devices of any accounts that were taken over before `until` and have not connected since. */
export function missedTakeOvers(tx: Transaction, until: Date, atMost: number): Promise<DeviceKey[]> {
  return tx.all(sql<DeviceKey>`
    select tenant_id as tenant, id as "deviceId" from device
    where configuration_state = 'pending' and not ${isConnectedIn('status')} and ${TAKEN_OVER_AT} < ${until}::timestamptz
    order by tenant_id, id limit ${atMost}`);
}

/** Locks devices of one account; returns those that are still not connected and were taken over before `until`. */
export async function lockMissed(
  tx: Transaction,
  { tenant }: TenantScope,
  ids: readonly string[],
  until: Date,
): Promise<ExpiredDevice[]> {
  await lockInOrder(tx, { tenant }, ids);
  return tx.all(sql<ExpiredDevice>`
    select id, name, kind, site_id from device
    where tenant_id = ${tenant} and id = any(${ids}::uuid[]) and configuration_state = 'pending'
      and not ${isConnectedIn('status')} and ${TAKEN_OVER_AT} < ${until}::timestamptz
    order by id`);
}

export interface ExpiredDevice {
  readonly id: string;
  readonly name: string;
  readonly kind: DeviceKind;
  readonly site_id: string | null;
}

/** Expires pending versions. */
export async function writeExpired(
  tx: Transaction,
  scope: TenantScope,
  ids: readonly string[],
  at: Date,
): Promise<void> {
  await tx.run(sql`
    update device_configuration set state = 'expired', decided_at = ${at}::timestamptz
    where tenant_id = ${scope.tenant} and device_id = any(${ids}::uuid[]) and state = 'pending'`);
  await setStates(tx, scope, ids, 'unmanaged');
}

export interface Raise {
  readonly deviceId: string;
  readonly from: number;
  readonly to: number;
}

/** Stores the version again with a higher number for devices that run a newer one. */
export async function raiseVersions(
  tx: Transaction,
  scope: TenantScope,
  raises: readonly Raise[],
): Promise<void> {
  if (raises.length === 0) return;
  await tx.run(sql`
    with raised as (
      select * from unnest(
        ${raises.map(({ deviceId }) => deviceId)}::uuid[],
        ${raises.map(({ from }) => from)}::int[],
        ${raises.map(({ to }) => to)}::int[]) as raised (device_id, version, higher)),
    -- The lower number stays: the device may have it, and is known by it.
    replaced as (
      update device_configuration set state = 'superseded' from raised
      where device_configuration.tenant_id = ${scope.tenant}
        and device_configuration.device_id = raised.device_id
        and device_configuration.version = raised.version and device_configuration.state = 'pending')
    insert into device_configuration (tenant_id, device_id, version, document, settings, state, reason, change_id,
      created_by, created_at)
    select old.tenant_id, old.device_id, raised.higher, jsonb_set(old.document, '{uuid}', to_jsonb(raised.higher)),
      old.settings, 'pending', old.reason, old.change_id, old.created_by, old.created_at
    from raised join device_configuration old
      on old.tenant_id = ${scope.tenant} and old.device_id = raised.device_id and old.version = raised.version`);
  const ids = raises.map(({ deviceId }) => deviceId);
  await setStates(tx, scope, ids, 'pending');
}

/** Versions that were pushed several times to devices that run others are not sent again. */
export async function writeNotApplied(
  tx: Transaction,
  { tenant }: TenantScope,
  versions: readonly { readonly deviceId: string; readonly version: number }[],
  at: Date,
): Promise<void> {
  const deviceIds = versions.map(({ deviceId }) => deviceId);
  await tx.run(sql`
    update device_configuration set state = 'notApplied', decided_at = ${at}::timestamptz
    from unnest(${deviceIds}::uuid[], ${versions.map(({ version }) => version)}::int[]) as sent (device_id, version)
    where device_configuration.tenant_id = ${tenant}
      and device_configuration.device_id = sent.device_id and device_configuration.version = sent.version`);
  await setStates(tx, { tenant }, deviceIds, 'notApplied');
}

/** Answer of a device to a version. */
export interface ConfigurationAnswer {
  readonly deviceId: string;
  readonly version: number;
  readonly state: 'applied' | 'partly' | 'refused';
  readonly rejected: readonly string[];
}

/** At most one per version; returns the devices whose version was still pending. */
export async function writeAnswers(
  tx: Transaction,
  { tenant }: TenantScope,
  answers: readonly ConfigurationAnswer[],
  at: Date,
): Promise<string[]> {
  const deviceIds = answers.map(({ deviceId }) => deviceId);
  await lockInOrder(tx, { tenant }, deviceIds);
  const rows = await tx.all(sql<{ id: string }>`
    with decided as (
      update device_configuration
      set state = answered.state, rejected = answered.rejected::jsonb, decided_at = ${at}::timestamptz
      from unnest(
        ${deviceIds}::uuid[],
        ${answers.map(({ version }) => version)}::int[],
        ${answers.map(({ state }) => state)}::text[],
        ${answers.map(({ rejected }) => JSON.stringify(rejected))}::text[])
        as answered (device_id, version, state, rejected)
      where device_configuration.tenant_id = ${tenant}
        and device_configuration.device_id = answered.device_id
        and device_configuration.version = answered.version and device_configuration.state = 'pending'
      returning device_configuration.device_id, device_configuration.state)
    update device set configuration_state = decided.state
    from decided
    where device.tenant_id = ${tenant} and device.id = decided.device_id
    returning device.id`);
  return rows.map(({ id }) => id);
}
