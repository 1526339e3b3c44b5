import type { Layout, Topology, TopologyStranger } from '@airloom/contract/topology/topology.model';
import type { Point } from '../../../shared/viewport/geometry.ts';
import { type LaidOut, type LayoutRequest } from './layout.ts';
import type { Route } from './route.ts';
import { openRows, type Tree } from './tree.ts';

/** Id of the internet in the diagram. */
export const INTERNET = 'internet';

/** What the layout places: the internet, visible devices, and unknown neighbours. */
export interface Arranged extends LayoutRequest {
  readonly ids: readonly string[];
  /** Changes only when the layout must be computed again. */
  readonly key: string;
}

/** Automatic position of a node, and the line from its parent. */
export interface Spot {
  readonly point: Point;
  readonly parent: string | null;
  readonly route: Route;
}

export type Spots = ReadonlyMap<string, Spot>;

export function strangerId({ besideUUID, port, mac }: TopologyStranger): string {
  return `${besideUUID} ${port} ${mac}`;
}

export function arrangedOf(
  topology: Topology,
  tree: Tree,
  closed: ReadonlySet<string>,
  layout: Layout,
  withStrangers: boolean,
): Arranged {
  const rows = openRows(tree, closed).map(({ id }) => id);
  const gateways = new Set(topology.internet.map(({ deviceUUID }) => deviceUUID));
  const parentOf = new Map<string, string>();
  for (const id of rows) {
    const parent = tree.parents.get(id) ?? (gateways.has(id) ? INTERNET : undefined);
    if (parent !== undefined) parentOf.set(id, parent);
  }
  const visible = new Set(rows);
  const strangers = withStrangers
    ? topology.strangers.filter(({ besideUUID }) => visible.has(besideUUID) && !closed.has(besideUUID))
    : [];
  for (const stranger of strangers) parentOf.set(strangerId(stranger), stranger.besideUUID);
  const hasInternet = rows.some((id) => parentOf.get(id) === INTERNET);
  const ids = [...new Set([...(hasInternet ? [INTERNET] : []), ...rows, ...strangers.map(strangerId)])];
  const index = new Map(ids.map((id, at) => [id, at]));
  const parents = ids.map((id) => index.get(parentOf.get(id) ?? '') ?? -1);
  return { ids, parents, layout, key: `${layout} ${ids.join()} ${parents.join()}` };
}

export function spotsOf({ ids, parents }: Arranged, { points, routes }: LaidOut): Spots {
  return new Map(
    ids.map((id, at) => [
      id,
      {
        point: points[at] ?? { x: 0, y: 0 },
        parent: ids[parents[at] ?? -1] ?? null,
        route: routes[at] ?? [],
      },
    ]),
  );
}
