import { macOfSerial } from '@airloom/contract/devices/serial';
import { TOPOLOGY_LIMITS } from '@airloom/contract/topology/topology.limits';
import type { Topology, TopologyNode, TopologyPlace } from '@airloom/contract/topology/topology.model';
import type { Transaction } from '../../../platform/database/database.ts';
import { Failure } from '../../../platform/failure.ts';
import type { Platform } from '../../../platform/platform.ts';
import { may, type Scope } from '../../../platform/scope.ts';
import { SERVING_KINDS } from '../../monitoring/telemetry/index.ts';
import { unknownSelection } from '../../people/organizations/index.ts';
import { type Asker, visibleKinds } from '../devices/index.ts';
import { ALL_DEVICES, readManualLinks, readReportedLinks } from './reported-links.repository.ts';
import type { ManualLink, ReportedLinks } from './reported-links.ts';
import { siteTopologyOf, strangersOf } from './site-topology.ts';
import { alarmsOfSite, devicesOfSite, placesOfSite, type SiteDevice } from './topology.repository.ts';

const { nodesMax, strangersMax } = TOPOLOGY_LIMITS;

export interface SiteParts {
  readonly devices: readonly SiteDevice[];
  readonly reports: readonly ReportedLinks[];
  readonly manualLinks: readonly ManualLink[];
}

/** Input of the topology of a site. */
export async function partsOf(tx: Transaction, tenant: string, siteId: string): Promise<SiteParts> {
  const devices = await devicesOfSite(tx, tenant, siteId);
  const reports = await readReportedLinks(tx, tenant, [siteId], ALL_DEVICES);
  const manualLinks = await readManualLinks(tx, tenant, [siteId]);
  return { devices, reports: reports.get(siteId) ?? [], manualLinks: manualLinks.get(siteId) ?? [] };
}

export function viewTopology({ database, now }: Platform, scope: Scope, siteUUID: string): Promise<Topology> {
  return database.withTenant(scope, async (tx) => {
    const unknown = await unknownSelection(tx, scope, { enterpriseIds: [], siteIds: [siteUUID] });
    if (unknown.length > 0) throw new Failure('notFound');
    const parts = await partsOf(tx, scope.tenant, siteUUID);
    const alarms = may(scope, 'current_alarm') ? await alarmsOfSite(tx, scope.tenant, siteUUID) : null;
    const places = await placesOfSite(tx, scope.tenant, siteUUID);
    return { at: now().toISOString(), ...shownOf(scope, parts, alarms, places) };
  });
}

function shownOf(
  scope: Asker,
  { devices, reports, manualLinks }: SiteParts,
  alarms: ReadonlyMap<string, number> | null,
  places: readonly TopologyPlace[],
): Omit<Topology, 'at'> {
  const kinds = new Set(visibleKinds(scope));
  const visible = devices.filter(({ kind }) => kinds.has(kind));
  const shown = new Map(visible.slice(0, nodesMax).map((device) => [device.id, device]));
  const { parents, links, internet } = siteTopologyOf(devices, reports, manualLinks);
  const managers = new Set(devices.map(({ managedBy }) => managedBy));
  const serves = ({ id, kind }: SiteDevice) => SERVING_KINDS.includes(kind) && !managers.has(id);
  // Skips hidden devices.
  const parentOf = (id: string): string | null => {
    const upper = parents.get(id);
    if (upper === undefined) return null;
    return shown.has(upper) ? upper : parentOf(upper);
  };
  return {
    total: visible.length,
    nodes: [...shown.values()].map(
      (device): TopologyNode => ({
        deviceUUID: device.id,
        kind: device.kind,
        name: device.name,
        model: device.model,
        mac: macOfSerial(device.serial),
        status: device.status,
        virtual: device.virtual,
        clients: serves(device) ? device.clients : null,
        alarms: alarms === null ? null : (alarms.get(device.id) ?? 0),
        groupName: device.groupName ?? '',
        upperUUID: parentOf(device.id),
      }),
    ),
    links: links.filter(({ upperUUID, lowerUUID }) => shown.has(upperUUID) && shown.has(lowerUUID)),
    internet: internet.filter(({ deviceUUID }) => shown.has(deviceUUID)),
    places: places.filter(({ deviceUUID }) => shown.has(deviceUUID)),
    strangers: strangersOf(devices, reports)
      .filter(({ besideUUID }) => shown.has(besideUUID))
      .slice(0, strangersMax),
  };
}
