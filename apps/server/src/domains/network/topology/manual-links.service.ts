import type { DeviceKind } from '@airloom/contract/devices/device-classes';
import type { Layout, TopologyPlace } from '@airloom/contract/topology/topology.model';
import { type linkInput, linkRefusal, type placesInput } from '@airloom/contract/topology/topology.rules';
import type { z } from 'zod';
import { audit, type Changed, recordOperation } from '../../../platform/audit.ts';
import type { Transaction } from '../../../platform/database/database.ts';
import { publishEvent } from '../../../platform/events/outbox.ts';
import { Failure } from '../../../platform/failure.ts';
import { newId } from '../../../platform/ids.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { Scope } from '../../../platform/scope.ts';
import { loggedSite } from '../../people/organizations/index.ts';
import { visibleKinds } from '../devices/index.ts';
import { siteTopologyOf } from './site-topology.ts';
import * as repository from './topology.repository.ts';
import { partsOf } from './topology.service.ts';

interface TopologyChange<T> {
  readonly answer: T;
  /** Null: nothing changed. */
  readonly change: Changed | null;
  /** Devices whose uplink changed. */
  readonly deviceIds?: readonly string[];
  /** Kinds of the devices that are displayed differently. */
  readonly kinds: Iterable<DeviceKind>;
}

/** Runs one change of a site's topology: rows, operation log and event commit together. */
async function changeTopology<T>(
  platform: Platform,
  scope: Scope,
  siteOf: (tx: Transaction) => Promise<string>,
  work: (tx: Transaction, site: { readonly id: string; readonly name: string }) => Promise<TopologyChange<T>>,
): Promise<T> {
  const answer = await platform.database.withTenant(scope, async (tx) => {
    const site = await repository.lockSite(tx, scope, await siteOf(tx));
    if (site === undefined) throw new Failure('notFound');
    const done = await work(tx, site);
    if (done.change !== null) {
      await recordOperation(tx, scope, done.change);
      await publishEvent(tx, scope.tenant, 'TopologyChanged', {
        siteId: site.id,
        deviceIds: [...(done.deviceIds ?? [])],
        kinds: [...new Set(done.kinds)],
      });
    }
    return done.answer;
  });
  platform.wakeOutbox();
  return answer;
}

/** Kinds of a device and all devices downstream: hidden devices in between do not stop the change. */
function kindsFrom(
  id: string,
  devices: readonly repository.SiteDevice[],
  parents: ReadonlyMap<string, string>,
): readonly DeviceKind[] {
  const children = Map.groupBy(devices, (device) => parents.get(device.id));
  const found = new Set(devices.filter((device) => device.id === id));
  for (const device of found) for (const lower of children.get(device.id) ?? []) found.add(lower);
  return [...found].map(({ kind }) => kind);
}

export function createLink(
  platform: Platform,
  scope: Scope,
  { siteUUID, upperUUID, lowerUUID, upperPort, lowerPort }: z.output<typeof linkInput>,
): Promise<string> {
  const siteOf = () => Promise.resolve(siteUUID);
  return changeTopology(platform, scope, siteOf, async (tx, site) => {
    await repository.forgetElsewhere(tx, scope, [upperUUID, lowerUUID]);
    const { devices, reports, manualLinks } = await partsOf(tx, scope.tenant, site.id);
    const kinds = new Set(visibleKinds(scope));
    const byId = new Map(devices.map((device) => [device.id, device]));
    const [upper, lower] = [byId.get(upperUUID), byId.get(lowerUUID)];
    if (upper === undefined || lower === undefined) throw new Failure('notFound');
    if (!kinds.has(upper.kind) || !kinds.has(lower.kind)) throw new Failure('notFound');
    const { links, parents } = siteTopologyOf(devices, reports, manualLinks);
    const refusal = linkRefusal(links, { upperUUID, lowerUUID });
    if (refusal !== null) {
      const taken = refusal.error === 'linkUplinkTaken' ? byId.get(refusal.upperUUID) : upper;
      // Names of devices that the person may not see are not disclosed.
      const upperName = taken !== undefined && kinds.has(taken.kind) ? taken.name : '–';
      throw new Failure(refusal.error, { upper: upperName, lower: lower.name });
    }
    const link = { id: newId(), upperId: upper.id, lowerId: lower.id, upperPort, lowerPort };
    await repository.insertLink(tx, scope, site.id, link, platform.now());
    return {
      answer: link.id,
      change: audit.object(
        'link',
        { id: link.id, name: `${upper.name} – ${lower.name}` },
        { sites: [site.id], deviceKinds: [upper.kind, lower.kind] },
        audit.values(null, { upperPort, lowerPort }),
      ),
      deviceIds: [lower.id],
      kinds: kindsFrom(lower.id, devices, parents),
    };
  });
}

export async function deleteLink(platform: Platform, scope: Scope, linkUUID: string): Promise<void> {
  const found = async (tx: Transaction) => {
    const link = await repository.findLink(tx, scope, linkUUID);
    if (link === undefined) throw new Failure('notFound');
    return link;
  };
  const siteOf = async (tx: Transaction) => (await found(tx)).siteId;
  await changeTopology(platform, scope, siteOf, async (tx, site) => {
    const { upperName: upper, lowerName: lower, ...link } = await found(tx);
    const kinds = visibleKinds(scope);
    if (!kinds.includes(link.upperKind) || !kinds.includes(link.lowerKind)) throw new Failure('notFound');
    const { devices, reports, manualLinks } = await partsOf(tx, scope.tenant, site.id);
    await repository.deleteLink(tx, scope, linkUUID);
    const { upperPort, lowerPort } = link;
    return {
      answer: null,
      change: audit.object(
        'link',
        { id: linkUUID, name: `${upper} – ${lower}` },
        { sites: [site.id], deviceKinds: [link.upperKind, link.lowerKind] },
        audit.values({ upperPort, lowerPort }, null),
      ),
      deviceIds: [link.lowerId],
      kinds: kindsFrom(link.lowerId, devices, siteTopologyOf(devices, reports, manualLinks).parents),
    };
  });
}

type GivenPlaces = z.output<typeof placesInput>['places'];

/** Whether a device is not at the position that is expected of it. */
function isOutdated(given: GivenPlaces, stored: readonly TopologyPlace[], layout: Layout): boolean {
  const current = new Map(
    stored.filter((place) => place.layout === layout).map(({ deviceUUID, x, y }) => [deviceUUID, { x, y }]),
  );
  return given.some(({ deviceUUID, expected }) => {
    if (expected === undefined) return false;
    const place = current.get(deviceUUID);
    if (expected === null || place === undefined) return expected !== null || place !== undefined;
    // Stored in single precision.
    return (
      Math.fround(expected.x) !== Math.fround(place.x) || Math.fround(expected.y) !== Math.fround(place.y)
    );
  });
}

/** Returns how many positions changed. Devices that have left the site are skipped. */
export function savePlaces(
  platform: Platform,
  scope: Scope,
  { siteUUID, layout, places }: z.output<typeof placesInput>,
): Promise<number> {
  const siteOf = () => Promise.resolve(siteUUID);
  return changeTopology(platform, scope, siteOf, async (tx, site) => {
    const kinds = new Set(visibleKinds(scope));
    const own = (await repository.devicesOfSite(tx, scope.tenant, site.id)).filter(({ kind }) =>
      kinds.has(kind),
    );
    const known = new Map(own.map((device) => [device.id, device]));
    const given = new Map(
      places
        .filter(({ deviceUUID }) => known.has(deviceUUID))
        .map(({ deviceUUID, place }) => [deviceUUID, place]),
    );
    const before = await repository.placesOfSite(tx, scope.tenant, site.id);
    if (
      isOutdated(
        places.filter(({ deviceUUID }) => known.has(deviceUUID)),
        before,
        layout,
      )
    )
      throw new Failure('undoOutdated');
    const put = new Map([...given].flatMap(([id, place]) => (place === null ? [] : [[id, place] as const])));
    const freed = [...given].flatMap(([id, place]) => (place === null ? [id] : []));
    const saved =
      (await repository.putPlaces(tx, scope, site.id, layout, put)) +
      (await repository.removePlaces(tx, scope, site.id, layout, freed));
    if (saved === 0) return { answer: 0, change: null, kinds: [] };
    return {
      answer: saved,
      change: [
        loggedSite(site),
        ...[...given].flatMap(([id, position]) => {
          const device = known.get(id);
          const changes = audit.values(null, { diagramPosition: position });
          return device === undefined
            ? []
            : [audit.object('device', device, { sites: [site.id], deviceKinds: [device.kind] }, changes)];
        }),
      ],
      kinds: own.filter(({ id }) => given.has(id)).map(({ kind }) => kind),
    };
  });
}
