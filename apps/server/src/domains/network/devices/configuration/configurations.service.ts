import type { ConfigurationReason } from '@airloom/contract/devices/devices.states';
import type { ConfigurationVersion } from '@airloom/contract/devices/report.model';
import type { Page } from '@airloom/contract/paging';
import { differingUplinks } from '@airloom/device-protocol/configuration/port-in-document';
import { nextVersion } from '@airloom/device-protocol/configuration/versions';
import { z } from 'zod';
import { audit } from '../../../../platform/audit.ts';
import type { Transaction } from '../../../../platform/database/database.ts';
import { publishEvent } from '../../../../platform/events/outbox.ts';
import { Failure } from '../../../../platform/failure.ts';
import type { Platform } from '../../../../platform/platform.ts';
import type { Scope, TenantScope } from '../../../../platform/scope.ts';
import { changeDevices, loggedDevice } from '../device-change.ts';
import { lockDevice } from '../presence/locked-devices.repository.ts';
import { requireOrganizationsOperated, visibleDevices } from '../reach.ts';
import {
  canBuildConfiguration,
  deliveredOf,
  documentOf,
  isDocument,
  releasedOf,
  shownDocument,
  switchPortsOf,
  vlanIn,
} from './configuration-document.ts';
import * as repository from './configurations.repository.ts';
import { releaseSettings, withVlan } from './released-settings.ts';
import { startTrials } from './trial.repository.ts';

export interface Made {
  readonly reason: ConfigurationReason;
  /** Null for the server itself. */
  readonly by: string | null;
  readonly at: Date;
  /** The change that the version delivers, or takes back. */
  readonly changeId?: string;
}

/** Maximum ids per event. */
const EVENT_IDS_MAX = 500;

/**
 * Creates a pending version for managed devices and returns its number by device. Unmanaged devices and those of
 * observe-only sites get none. `documentFor`: another document than that of the released settings.
 */
export async function makeConfigurations(
  tx: Transaction,
  scope: TenantScope,
  deviceIds: readonly string[],
  made: Made,
  documentFor: (source: repository.ConfigurationSource, version: number, at: Date) => object = documentOf,
): Promise<ReadonlyMap<string, number>> {
  if (deviceIds.length === 0) return new Map();
  const sources = await repository.lockSources(tx, scope, deviceIds);
  const versions = sources.filter(canBuildConfiguration).map((source) => {
    const version = nextVersion(made.at, source.version);
    return {
      deviceId: source.id,
      version,
      document: documentFor(source, version, made.at),
      settings: releasedOf(source),
    };
  });
  await repository.insertVersions(tx, scope, versions, made);
  for (let from = 0; from < versions.length; from += EVENT_IDS_MAX) {
    const some = versions.slice(from, from + EVENT_IDS_MAX).map(({ deviceId }) => deviceId);
    await publishEvent(tx, scope.tenant, 'ConfigurationsChanged', { deviceIds: some });
  }
  return new Map(versions.map(({ deviceId, version }) => [deviceId, version]));
}

/** Devices without any version, for example because their site was only observed. */
async function withoutVersion(
  tx: Transaction,
  scope: TenantScope,
  deviceIds: readonly string[],
): Promise<string[]> {
  const sources = await repository.lockSources(tx, scope, deviceIds);
  return sources.filter(({ version }) => version === null).map(({ id }) => id);
}

const SITE_BATCH = 500;
const BEFORE_ALL = '00000000-0000-0000-0000-000000000000';

/**
 * Time zone, NTP server or country of a site changed, or it is not only observed any more. Devices keep their versions: the
 * differences are pending settings, which a reviewed change delivers. Those without any version get their first one.
 */
export async function configureSite(
  platform: Pick<Platform, 'database' | 'wakeOutbox' | 'now'>,
  tenant: string,
  siteId: string,
): Promise<void> {
  const scope = { tenant };
  let after = BEFORE_ALL;
  for (;;) {
    const ids = await platform.database.withTenant(scope, async (tx) => {
      const some = await repository.deviceIdsOfSite(tx, scope, siteId, after, SITE_BATCH);
      const due = await withoutVersion(tx, scope, some);
      await makeConfigurations(tx, scope, due, { reason: 'siteChanged', by: null, at: platform.now() });
      // Versions that were pending while the site was only observed may be sent now.
      const others = some.filter((id) => !due.includes(id));
      if (others.length > 0) await publishEvent(tx, tenant, 'ConfigurationsChanged', { deviceIds: others });
      return some;
    });
    platform.wakeOutbox();
    const last = ids.at(-1);
    if (last === undefined || ids.length < SITE_BATCH) return;
    after = last;
  }
}

const document = z.record(z.string(), z.json());

async function requireVisible(tx: Transaction, scope: Scope, deviceUUID: string): Promise<void> {
  const found = await tx.first(visibleDevices(scope).select('device.id').where('device.id', '=', deviceUUID));
  if (found === undefined) throw new Failure('notFound');
}

const rejected = z.array(z.string());

type VersionRow = Awaited<ReturnType<typeof repository.listVersions>>['rows'][number];

function versionOf(row: VersionRow): ConfigurationVersion {
  return {
    version: row.version,
    state: row.state,
    reason: row.reason,
    rejected: rejected.parse(row.rejected),
    createdBy: row.user_name ?? '',
    createdAt: row.created_at.toISOString(),
    decidedAt: row.decided_at?.toISOString() ?? null,
  };
}

export function listConfigurations(
  platform: Platform,
  scope: Scope,
  request: { readonly deviceUUID: string; readonly page: number; readonly size: number },
): Promise<Page<ConfigurationVersion>> {
  return platform.database.withTenant(scope, async (tx) => {
    await requireVisible(tx, scope, request.deviceUUID);
    const { total, rows } = await repository.listVersions(tx, scope, request.deviceUUID, request);
    return { total, rows: rows.map(versionOf) };
  });
}

interface VersionId {
  readonly deviceUUID: string;
  readonly version: number;
}

export function viewConfiguration(platform: Platform, scope: Scope, { deviceUUID, version }: VersionId) {
  return platform.database.withTenant(scope, async (tx) => {
    await requireVisible(tx, scope, deviceUUID);
    const row = await repository.findVersion(tx, scope, deviceUUID, version);
    if (row === undefined) throw new Failure('notFound');
    return { ...versionOf(row), document: shownDocument(row.document) };
  });
}

/** @throws {Failure} when a restored document has another uplink port or management address than the delivered one */
function requireNoCut(source: repository.ConfigurationSource, restored: object): void {
  if (source.kind !== 'switch' || !isDocument(restored)) return;
  const ports = differingUplinks(switchPortsOf(source), deliveredOf(source), restored);
  if (ports.length > 0)
    throw new Failure('uplinkNotConfirmed', { names: source.name, ports: ports.join(', ') });
}

/**
 * Restores an old version as the newest, with the settings that it was made from: these stay released until a change
 * delivers others. Requires the permission to operate organizations.
 */
export function restoreConfiguration(
  platform: Platform,
  scope: Scope,
  { deviceUUID, version, cutConfirmed }: VersionId & { readonly cutConfirmed: boolean },
): Promise<number> {
  requireOrganizationsOperated(scope);
  return changeDevices(platform, scope, async (tx) => {
    const locked = await lockDevice(tx, scope, deviceUUID);
    if (locked.observe_only) throw new Failure('siteObserveOnly', { names: locked.name });
    // Restoring a configuration makes the device managed again.
    if (locked.configuration_state === 'unmanaged')
      await repository.setStates(tx, scope, [deviceUUID], 'pending');
    const old = await repository.findVersion(tx, scope, deviceUUID, version);
    const [source] = await repository.lockSources(tx, scope, [deviceUUID]);
    if (old === undefined || source === undefined) throw new Failure('notFound');
    if (source.version === version) throw new Failure('configurationUnchanged');
    const next = nextVersion(platform.now(), source.version);
    const restored = { ...document.parse(old.document), uuid: next };
    if (!cutConfirmed) requireNoCut(source, restored);
    await repository.insertVersions(
      tx,
      scope,
      [{ deviceId: deviceUUID, version: next, document: restored, settings: old.settings }],
      {
        reason: 'restored',
        by: scope.manager,
        at: platform.now(),
      },
    );
    const released = withVlan(
      old.settings ?? source.released_settings,
      locked.kind === 'ap' ? vlanIn(restored) : null,
      deviceUUID,
    );
    await releaseSettings(tx, scope, [{ id: deviceUUID, released_settings: released }]);
    await startTrials(tx, scope, [{ id: deviceUUID, version: next, before: locked.management_vlan }]);
    await publishEvent(tx, scope.tenant, 'ConfigurationsChanged', { deviceIds: [deviceUUID] });
    return {
      change: loggedDevice(
        locked,
        audit.values(
          { configurationVersion: source.version },
          { configurationVersion: next, restoredFrom: version },
        ),
      ),
      answer: next,
    };
  });
}
