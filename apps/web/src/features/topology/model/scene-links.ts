import type { InternetLink, Layout, LinkKind, TopologyLink } from '@airloom/contract/topology/topology.model';
import type { Point } from '../../../shared/viewport/geometry.ts';
import { INTERNET, type Spots } from './arrangement.ts';
import { type Load, loadOf } from './load.ts';
import { elbow, type Route, shifted } from './route.ts';
import type { SceneParts, SceneStranger } from './scene.ts';

/** unseen: the uplink passes a hidden device. */
export type SceneLinkKind = LinkKind | 'unseen' | 'stranger' | 'internet';

export interface SceneLink {
  readonly id: string;
  /** From the parent to the child. */
  readonly route: Route;
  readonly kind: SceneLinkKind;
  /** All links between the two, drawn as one. */
  readonly links: readonly TopologyLink[];
  readonly isUp: boolean | null;
  readonly errors: number;
  readonly load: Load;
  readonly lit: boolean;
}

const UNMEASURED = { links: [], isUp: null, errors: 0, load: loadOf([]) } as const;

/** Of several links the kind with the lowest rank is drawn. */
const RANK: Readonly<Record<LinkKind, number>> = { wired: 0, mesh: 1, manual: 2, managed: 3 };

interface Places {
  readonly layout: Layout;
  readonly spots: Spots;
  readonly places: ReadonlyMap<string, Point>;
}

/** The line of the layout while both ends stand as it placed them, or were moved together. Null: an end is hidden. */
function routeBetween({ layout, spots, places }: Places, upper: string, lower: string): Route | null {
  const [from, to] = [places.get(upper), places.get(lower)];
  if (from === undefined || to === undefined) return null;
  const isDown = spots.get(lower)?.parent === upper;
  const isUp = spots.get(upper)?.parent === lower;
  if (isDown || isUp) {
    const route = spots.get(isDown ? lower : upper)?.route ?? [];
    const by = commonMove(spots.get(upper)?.point, from, spots.get(lower)?.point, to);
    if (by !== null && route.length > 0) {
      const moved = by.x === 0 && by.y === 0 ? route : shifted(route, by);
      return isDown ? moved : moved.toReversed();
    }
  }
  return elbow(layout, from, to);
}

const SAME_PX = 0.01;

function commonMove(from: Point | undefined, to: Point, other: Point | undefined, otherTo: Point) {
  if (from === undefined || other === undefined) return null;
  const by = { x: to.x - from.x, y: to.y - from.y };
  const isSame =
    Math.abs(by.x - (otherTo.x - other.x)) < SAME_PX && Math.abs(by.y - (otherTo.y - other.y)) < SAME_PX;
  return isSame ? by : null;
}

export function linksOf(
  parts: SceneParts,
  strangers: readonly SceneStranger[],
  lit: ReadonlySet<string>,
): SceneLink[] {
  const reported = reportedLinks(parts, lit);
  const drawn = new Set(reported.map(({ id }) => id));
  const unseen = [...parts.tree.parents].flatMap(([lower, upper]): SceneLink[] => {
    if (drawn.has(`${upper} ${lower}`) || drawn.has(`${lower} ${upper}`)) return [];
    const route = routeBetween(parts, upper, lower);
    if (route === null) return [];
    return [{ id: `${upper} ${lower}`, route, kind: 'unseen', ...UNMEASURED, lit: lit.has(lower) }];
  });
  const toStrangers = strangers.flatMap(({ id, stranger }): SceneLink[] => {
    const route = routeBetween(parts, stranger.besideUUID, id);
    return route === null ? [] : [{ id, route, kind: 'stranger', ...UNMEASURED, lit: false }];
  });
  return [...reported, ...unseen, ...toStrangers, ...toInternet(parts, lit)];
}

function reportedLinks(parts: SceneParts, lit: ReadonlySet<string>): SceneLink[] {
  const { topology, tree, withManagement } = parts;
  const pairs = Map.groupBy(topology.links, ({ upperUUID, lowerUUID }) => `${upperUUID} ${lowerUUID}`);
  return [...pairs].flatMap(([id, all]): SceneLink[] => {
    const links = all.toSorted((one, other) => RANK[one.kind] - RANK[other.kind]);
    const [first] = links;
    if (first === undefined) return [];
    const { upperUUID, lowerUUID, kind } = first;
    const isPath = tree.parents.get(lowerUUID) === upperUUID || tree.parents.get(upperUUID) === lowerUUID;
    if (kind === 'managed' && !isPath && !withManagement) return [];
    const route = routeBetween(parts, upperUUID, lowerUUID);
    if (route === null) return [];
    return [{ ...stateOf(id, links), route, kind, lit: isPath && lit.has(upperUUID) && lit.has(lowerUUID) }];
  });
}

/** The uplinks of a gateway as links below the internet. */
export function internetLinks(links: readonly InternetLink[], deviceUUID: string): TopologyLink[] {
  return links
    .filter((link) => link.deviceUUID === deviceUUID)
    .map(({ deviceUUID: lowerUUID, port, ...state }) => ({
      linkUUID: null,
      kind: 'wired',
      upperUUID: INTERNET,
      lowerUUID,
      upperPort: '',
      lowerPort: port,
      ...state,
    }));
}

function toInternet(parts: SceneParts, lit: ReadonlySet<string>): SceneLink[] {
  const gateways = new Set(parts.topology.internet.map(({ deviceUUID }) => deviceUUID));
  return [...gateways].flatMap((id): SceneLink[] => {
    const route = routeBetween(parts, INTERNET, id);
    if (route === null) return [];
    const links = internetLinks(parts.topology.internet, id);
    return [{ ...stateOf(`${INTERNET} ${id}`, links), route, kind: 'internet', lit: lit.has(id) }];
  });
}

function stateOf(id: string, links: readonly TopologyLink[]) {
  const errors = links.reduce((sum, link) => sum + (link.errors ?? 0), 0);
  return { id, links, isUp: isUpOf(links), errors, load: loadOf(links) };
}

/** Up while one of them is. */
function isUpOf(links: readonly TopologyLink[]): boolean | null {
  const known = links.flatMap(({ isUp }) => isUp ?? []);
  return known.length === 0 ? null : known.includes(true);
}
