import { LAYOUTS, type Layout, type Topology } from '@airloom/contract/topology/topology.model';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Point } from '../../../shared/viewport/geometry.ts';
import { isOrthogonal, overlaps } from '../testing/geometry.ts';
import { link, node, topology } from '../testing/sites.ts';
import { arrangedOf, INTERNET, spotsOf } from './arrangement.ts';
import { NODE } from './axes.ts';
import { layOut } from './layout.ts';
import { boundsOf, foldAt, linkAt, nodeAt, type SceneParts, sceneOf, strangerAt } from './scene.ts';
import { withStatuses } from './statuses.ts';
import { treeOf } from './tree.ts';

const site = topology({
  nodes: [
    node('gw', null, { kind: 'gateway' }),
    node('sw', 'gw', { kind: 'switch' }),
    node('ap', 'sw', { alarms: 2 }),
    node('thin', 'ac'),
    node('ac', 'sw', { kind: 'ac' }),
    node('behind', 'gw'),
  ],
  links: [
    link('gw', 'sw', 'wired', { speedMbps: 10_000, errors: 1 }),
    link('gw', 'sw', 'wired', { speedMbps: 1_000, errors: 2, isUp: false }),
    link('sw', 'ap'),
    link('ac', 'ap', 'managed'),
    link('ac', 'thin', 'managed', { isUp: false }),
    link('sw', 'ac'),
  ],
  strangers: [{ mac: '02:00', name: 'Printer', description: '', besideUUID: 'sw', port: 'p9' }],
});
const NONE: ReadonlySet<string> = new Set();

function partsOf(
  of: Topology,
  layout: Layout,
  withStrangers: boolean,
  moved: ReadonlyMap<string, Point> = new Map(),
): SceneParts {
  const parents = treeOf(of.nodes);
  const arranged = arrangedOf(of, parents, NONE, layout, withStrangers);
  const spots = spotsOf(arranged, layOut(arranged));
  const places = new Map(
    of.nodes.map(({ deviceUUID }) => [
      deviceUUID,
      moved.get(deviceUUID) ?? spots.get(deviceUUID)?.point ?? { x: NaN, y: NaN },
    ]),
  );
  return {
    topology: of,
    tree: parents,
    layout,
    spots,
    places,
    closed: NONE,
    sought: null,
    withManagement: false,
  };
}

function scene(given: Partial<SceneParts> = {}, withStrangers = false) {
  return sceneOf({ ...partsOf(site, 'right', withStrangers), ...given });
}

function placeOf(id: string, given: Partial<SceneParts> = {}): Point {
  const found = scene(given).nodes.find((one) => one.id === id);
  if (found === undefined) throw new Error(`${id} is not shown`);
  return found;
}

const drawn = (given: Partial<SceneParts> = {}) => scene(given).links.map(({ id, kind }) => `${kind} ${id}`);

test('draws several links between two devices as one line, which is up while one of them is', () => {
  const [first] = scene().links;
  expect(first).toMatchObject({ id: 'gw sw', isUp: true, errors: 3 });
  expect(first?.links).toHaveLength(2);
});

test('shows management links where they are the only link, and otherwise on request', () => {
  expect(drawn()).toEqual([
    'wired gw sw',
    'wired sw ap',
    'managed ac thin',
    'wired sw ac',
    'unseen gw behind',
  ]);
  expect(drawn({ withManagement: true })).toContain('managed ac ap');
});

test('hides and counts folded devices', () => {
  const folded = scene({
    closed: new Set(['sw']),
    places: new Map(
      ['gw', 'sw', 'behind'].map((id) => [
        id,
        partsOf(site, 'right', false).places.get(id) ?? { x: 0, y: 0 },
      ]),
    ),
  });
  expect(folded.nodes.map(({ id, folded: below }) => [id, below])).toEqual([
    ['gw', 0],
    ['sw', 3],
    ['behind', 0],
  ]);
  expect(folded.links.map(({ id }) => id)).toEqual(['gw sw', 'gw behind']);
});

test('highlights only the path of the searched device', () => {
  const sought = scene({ sought: 'ap', withManagement: true });
  expect([...sought.lit]).toEqual(['ap', 'sw', 'gw']);
  expect(sought.links.filter(({ lit }) => lit).map(({ id }) => id)).toEqual(['gw sw', 'sw ap']);
});

test('shows unknown neighbours as boxes below their device on request', () => {
  expect(scene().strangers).toEqual([]);
  const { strangers, links, nodes } = scene({}, true);
  expect(strangers.map(({ stranger }) => stranger.name)).toEqual(['Printer']);
  expect(overlaps([...nodes, ...strangers])).toEqual([]);
  expect(links.find(({ kind }) => kind === 'stranger')?.route.length).toBeGreaterThan(1);
  const [printer] = strangers;
  if (printer !== undefined) expect(strangerAt({ strangers }, printer)).toBe(printer);
});

test('the internet stands above gateways, is linked to them, and moves with them', () => {
  const uplink = { deviceUUID: 'gw', port: 'wan', speedMbps: 1_000, errors: 0, isUp: true };
  const online = { ...site, internet: [{ ...uplink, downKbps: 400_000, upKbps: 20_000 }] };
  const shown = sceneOf(partsOf(online, 'down', false));
  const gateway = shown.nodes.find(({ id }) => id === 'gw');
  expect(shown.internet?.x).toBe(gateway?.x);
  expect(shown.internet?.y).toBeLessThan(gateway?.y ?? 0);
  expect(shown.links.find(({ kind }) => kind === 'internet')).toMatchObject({
    id: `${INTERNET} gw`,
    load: { downKbps: 400_000, upKbps: 20_000, share: 0.4 },
    isUp: true,
  });
  const to = { x: (gateway?.x ?? 0) + 500, y: (gateway?.y ?? 0) + 70 };
  const moved = sceneOf(partsOf(online, 'down', false, new Map([['gw', to]])));
  expect(moved.internet).toEqual({ x: (shown.internet?.x ?? 0) + 500, y: (shown.internet?.y ?? 0) + 70 });
  expect(scene().internet).toBeNull();
});

test('finds devices, fold buttons and lines at a position', () => {
  const { nodes, links } = scene();
  const { x, y } = placeOf('sw');
  expect(nodeAt({ nodes }, { x: x + 10, y: y + 10 })?.id).toBe('sw');
  expect(nodeAt({ nodes }, { x: x + NODE.width, y })).toBeUndefined();
  const edge = { x: x + NODE.width / 2 - 20, y: y + NODE.height / 2 };
  expect(foldAt({ nodes }, edge)?.id).toBe('sw');
  expect(foldAt({ nodes }, { x: edge.x, y: edge.y + 60 })).toBeUndefined();
  const end = links.find(({ id }) => id === 'gw sw')?.route.at(-1) ?? { x: 0, y: 0 };
  expect(linkAt(links, { x: end.x - 20, y: end.y + 5 }, 8)?.id).toBe('gw sw');
  expect(linkAt(links, { x: end.x - 20, y: end.y + 20 }, 8)).toBeUndefined();
});

/** The line from sw to ap after some devices were moved. */
function routeAfterMove(ids: readonly string[]): readonly Point[] {
  const to = new Map(ids.map((id) => [id, { x: placeOf(id).x + 37, y: placeOf(id).y - 400 }]));
  return sceneOf(partsOf(site, 'right', false, to)).links.find(({ id }) => id === 'sw ap')?.route ?? [];
}

test('a line keeps its shape when both ends move together, and finds another way when one moves', () => {
  const before = scene().links.find(({ id }) => id === 'sw ap')?.route ?? [];
  expect(routeAfterMove(['sw', 'ap'])).toEqual(before.map(({ x, y }) => ({ x: x + 37, y: y - 400 })));
  const alone = routeAfterMove(['ap']);
  expect(alone[0]).toEqual(before[0]);
  expect(isOrthogonal(alone)).toBe(true);
});

/** Links as devices report them: along the tree and between any others, and devices that people moved. */
const anySite = fc
  .record({
    uppers: fc.array(fc.nat({ max: 1_000 }), { minLength: 1, maxLength: 60 }),
    extra: fc.array(fc.record({ upper: fc.nat({ max: 59 }), lower: fc.nat({ max: 59 }) }), { maxLength: 40 }),
    moved: fc.array(
      fc.record({
        at: fc.nat({ max: 59 }),
        x: fc.integer({ min: -900, max: 900 }),
        y: fc.integer({ min: -900, max: 900 }),
      }),
      { maxLength: 6 },
    ),
  })
  .map(({ uppers, extra, moved }) => {
    const parents = uppers.map((pick, at) => (pick % (at + 1) === at ? null : `d${pick % (at + 1)}`));
    const nodes = parents.map((parent, at) => node(`d${at}`, parent));
    const known = (at: number) => at < nodes.length;
    return {
      of: topology({
        nodes,
        links: [
          ...parents.flatMap((parent, at) => (parent === null ? [] : [link(parent, `d${at}`)])),
          ...extra
            .filter(({ upper, lower }) => upper !== lower && known(upper) && known(lower))
            .map(({ upper, lower }) => link(`d${upper}`, `d${lower}`)),
        ],
      }),
      moved: new Map(moved.filter(({ at }) => known(at)).map(({ at, x, y }) => [`d${at}`, { x, y }])),
    };
  });

test.each(LAYOUTS)('%s: any links are orthogonal and within the bounds', (layout) => {
  fc.assert(
    fc.property(anySite, ({ of, moved }) => {
      const shown = sceneOf(partsOf(of, layout, true, moved));
      const { x, y, width, height } = boundsOf(shown);
      for (const { route } of shown.links) {
        expect(isOrthogonal(route)).toBe(true);
        expect(route.length).toBeGreaterThanOrEqual(2);
        for (const point of route) {
          expect(point.x).toBeGreaterThanOrEqual(x);
          expect(point.x).toBeLessThanOrEqual(x + width);
          expect(point.y).toBeGreaterThanOrEqual(y);
          expect(point.y).toBeLessThanOrEqual(y + height);
        }
      }
      for (const place of shown.nodes) {
        expect(place.x - NODE.width / 2).toBeGreaterThanOrEqual(x);
        expect(place.y + NODE.height / 2).toBeLessThanOrEqual(y + height);
      }
      if (moved.size === 0) expect(overlaps(shown.nodes)).toEqual([]);
    }),
    { numRuns: 80 },
  );
});

test('there are no bounds without devices', () => {
  const none = { nodes: [], strangers: [], internet: null, links: [] };
  expect(boundsOf(none)).toEqual({ x: 0, y: 0, width: 0, height: 0 });
});

test('a status change affects only its device', () => {
  const before = topology({ nodes: [node('a', null, { clients: 3 }), node('b')] });
  const after = withStatuses(before, new Map([['a', 'offline' as const]]));
  expect(after.nodes[0]).toMatchObject({ status: 'offline', clients: 0 });
  expect(after.nodes[1]).toBe(before.nodes[1]);
  expect(withStatuses(before, new Map([['b', 'online' as const]]))).toBe(before);
});
