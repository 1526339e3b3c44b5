import type { EffectiveSettings } from '@airloom/contract/configuration/effective';
import type { DeviceKind } from '@airloom/contract/devices/device-classes';
import { DEVICE_LIMITS } from '@airloom/contract/devices/devices.limits';
import type {
  ConfigurationReason,
  ConfigurationState,
  ConfigurationVersionState,
} from '@airloom/contract/devices/devices.states';
import { sql } from 'kysely';
import { sqlBuilder, type Transaction } from '../../../../platform/database/database.ts';
import type { TenantScope } from '../../../../platform/scope.ts';

/** Input of a configuration, and its newest version. */
export interface ConfigurationSource extends DocumentInput {
  /** The document that the device runs or is being sent; null when there is none. */
  readonly delivered: unknown;
}

/** What documents of the devices of a site are made from besides their settings. */
export interface SiteValues {
  readonly time_zone: string;
  readonly ntp_server: string;
  readonly country_code: string;
}

export interface DocumentInput extends SiteValues {
  readonly id: string;
  readonly site_id: string | null;
  readonly kind: DeviceKind;
  readonly name: string;
  readonly position: string;
  readonly serial: string;
  readonly abilities: unknown;
  readonly reported_ports: unknown;
  readonly released_settings: EffectiveSettings | null;
  readonly version: number | null;
}

const newestNumber = sql<number | null>`(
  select max(version) from device_configuration
  where device_configuration.tenant_id = device.tenant_id and device_configuration.device_id = device.id
)`;

/** Refused versions and those that a device did not keep are not sent again. */
const deliveredDocument = sql`(
  select document from device_configuration
  where device_configuration.tenant_id = device.tenant_id and device_configuration.device_id = device.id
    and device_configuration.state in ('pending', 'applied', 'partly')
  order by version desc limit 1
)`;

function sources(scope: TenantScope) {
  return (
    sqlBuilder
      .selectFrom('device')
      .innerJoin('site', (join) =>
        join.onRef('site.tenant_id', '=', 'device.tenant_id').onRef('site.id', '=', 'device.site_id'),
      )
      .select([
        'device.id',
        'device.site_id',
        'device.kind',
        'device.name',
        'device.position',
        'device.serial',
        'device.abilities',
        'device.reported_ports',
        'device.released_settings',
        'site.time_zone',
        'site.ntp_server',
        'site.country_code',
      ])
      .select([newestNumber.as('version'), deliveredDocument.as('delivered')])
      .where('device.tenant_id', '=', scope.tenant)
      // A controller member is configured by its controller.
      .where('device.managed_by', 'is', null)
  );
}

/** Of managed and unmanaged devices. */
export function readSources(
  tx: Transaction,
  scope: TenantScope,
  ids: readonly string[],
): Promise<ConfigurationSource[]> {
  return tx.all(sources(scope).where('device.id', '=', sql<string>`any(${ids}::uuid[])`));
}

/** Locks managed devices in managed sites, so that concurrent changes get separate versions. */
export function lockSources(
  tx: Transaction,
  scope: TenantScope,
  ids: readonly string[],
): Promise<ConfigurationSource[]> {
  return tx.all(
    sources(scope)
      .where('device.id', '=', sql<string>`any(${ids}::uuid[])`)
      .where('device.configuration_state', '<>', 'unmanaged')
      .where('site.observe_only', '=', false)
      .orderBy('device.id')
      .forUpdate('device'),
  );
}

export interface NewestVersion {
  readonly version: number;
  readonly state: ConfigurationVersionState;
  readonly reason: ConfigurationReason;
  readonly changeId: string | null;
  readonly rejected: readonly string[];
  readonly document: unknown;
}

/** Newest version by device. */
export async function newestVersions(
  tx: Transaction,
  { tenant }: TenantScope,
  ids: readonly string[],
): Promise<ReadonlyMap<string, NewestVersion>> {
  const rows = await tx.all(sql<NewestVersion & { deviceId: string }>`
    select distinct on (device_id) device_id as "deviceId", version, state, reason, change_id as "changeId", rejected,
      document
    from device_configuration
    where tenant_id = ${tenant} and device_id = any(${ids}::uuid[])
    order by device_id, version desc`);
  return new Map(rows.map(({ deviceId, ...version }) => [deviceId, version]));
}

export interface NewVersion {
  readonly deviceId: string;
  readonly version: number;
  readonly document: object;
  /** Null where it is not known what the document was made from. */
  readonly settings: EffectiveSettings | null;
}

/** Stores pending versions; earlier pending ones are superseded, and the oldest are deleted. */
export async function insertVersions(
  tx: Transaction,
  scope: TenantScope,
  versions: readonly NewVersion[],
  made: {
    readonly reason: ConfigurationReason;
    readonly by: string | null;
    readonly at: Date;
    readonly changeId?: string;
  },
): Promise<void> {
  if (versions.length === 0) return;
  const ids = versions.map(({ deviceId }) => deviceId);
  await tx.run(
    sqlBuilder
      .updateTable('device_configuration')
      .set({ state: 'superseded' })
      .where('tenant_id', '=', scope.tenant)
      .where('device_id', '=', sql<string>`any(${ids}::uuid[])`)
      .where('state', '=', 'pending'),
  );
  await tx.run(sql`
    insert into device_configuration (tenant_id, device_id, version, document, settings, state, reason, change_id,
      created_by, created_at)
    select ${scope.tenant}::uuid, device_id, version, document::jsonb, settings::jsonb, 'pending', ${made.reason},
      ${made.changeId ?? null}::uuid, ${made.by}::uuid, ${made.at}::timestamptz
    from unnest(
      ${ids}::uuid[],
      ${versions.map(({ version }) => version)}::int[],
      ${versions.map(({ document }) => JSON.stringify(document))}::text[],
      ${versions.map(({ settings }) => (settings === null ? null : JSON.stringify(settings)))}::text[]
    ) as made (device_id, version, document, settings)
  `);
  await setStates(tx, scope, ids, 'pending');
  await tx.run(sql`
    delete from device_configuration old
    using (
      select device_id, version, row_number() over (partition by device_id order by version desc) as place
      from device_configuration
      where tenant_id = ${scope.tenant} and device_id = any(${ids}::uuid[])
    ) ranked
    where old.tenant_id = ${scope.tenant} and old.device_id = ranked.device_id and old.version = ranked.version
      and ranked.place > ${DEVICE_LIMITS.configurationsKept}
      -- What the device may still run tells that its configuration was made here.
      and old.version < (
        select coalesce(max(version), 0) from device_configuration ran
        where ran.tenant_id = old.tenant_id and ran.device_id = old.device_id and ran.state in ('applied', 'partly'))
  `);
}

/** Documents of versions that still exist, by device. */
export async function documentsOf(
  tx: Transaction,
  { tenant }: TenantScope,
  versions: ReadonlyMap<string, number>,
): Promise<ReadonlyMap<string, object>> {
  if (versions.size === 0) return new Map();
  const rows = await tx.all(sql<{ deviceId: string; document: object }>`
    select stored.device_id as "deviceId", stored.document
    from unnest(${[...versions.keys()]}::uuid[], ${[...versions.values()]}::int[]) as given (device_id, version)
    join device_configuration as stored
      on stored.tenant_id = ${tenant} and stored.device_id = given.device_id and stored.version = given.version`);
  return new Map(rows.map(({ deviceId, document }) => [deviceId, document]));
}

/** The newest versions of these devices deliver this change, too. */
export async function adoptVersions(
  tx: Transaction,
  { tenant }: TenantScope,
  deviceIds: readonly string[],
  changeId: string,
): Promise<void> {
  await tx.run(sql`
    update device_configuration as target set change_id = ${changeId}
    from (
      select device_id, max(version) as version from device_configuration
      where tenant_id = ${tenant} and device_id = any(${deviceIds}::uuid[]) group by device_id) as newest
    where target.tenant_id = ${tenant} and target.device_id = newest.device_id and target.version = newest.version`);
}

export async function setStates(
  tx: Transaction,
  scope: TenantScope,
  ids: readonly string[],
  state: ConfigurationState,
): Promise<void> {
  await tx.run(
    sqlBuilder
      .updateTable('device')
      .set({ configuration_state: state })
      .where('tenant_id', '=', scope.tenant)
      .where('id', '=', sql<string>`any(${ids}::uuid[])`),
  );
}

function versionsOf(scope: TenantScope, deviceId: string) {
  return sqlBuilder
    .selectFrom('device_configuration')
    .where('device_configuration.tenant_id', '=', scope.tenant)
    .where('device_configuration.device_id', '=', deviceId);
}

const VERSION_COLUMNS = [
  'device_configuration.version',
  'device_configuration.state',
  'device_configuration.reason',
  'device_configuration.rejected',
  'device_configuration.created_at',
  'device_configuration.decided_at',
  'manager.user_name',
] as const;

export async function listVersions(
  tx: Transaction,
  scope: TenantScope,
  deviceId: string,
  page: { readonly page: number; readonly size: number },
) {
  const [rows, counted] = await Promise.all([
    tx.all(
      versionsOf(scope, deviceId)
        .leftJoin('manager', 'manager.id', 'device_configuration.created_by')
        .select(VERSION_COLUMNS)
        .orderBy('device_configuration.version', 'desc')
        .limit(page.size)
        .offset((page.page - 1) * page.size),
    ),
    tx.first(versionsOf(scope, deviceId).select(sql<number>`count(*)::int`.as('total'))),
  ]);
  return { total: counted?.total ?? 0, rows };
}

export function findVersion(tx: Transaction, scope: TenantScope, deviceId: string, version: number) {
  return tx.first(
    versionsOf(scope, deviceId)
      .leftJoin('manager', 'manager.id', 'device_configuration.created_by')
      .select(VERSION_COLUMNS)
      .select(['device_configuration.document', 'device_configuration.settings'])
      .where('device_configuration.version', '=', version),
  );
}

export async function deviceIdsOfSite(
  tx: Transaction,
  scope: TenantScope,
  siteId: string,
  after: string,
  atMost: number,
): Promise<string[]> {
  const rows = await tx.all(
    sqlBuilder
      .selectFrom('device')
      .select('id')
      .where('tenant_id', '=', scope.tenant)
      .where('site_id', '=', siteId)
      .where('id', '>', after)
      .orderBy('id')
      .limit(atMost),
  );
  return rows.map(({ id }) => id);
}
