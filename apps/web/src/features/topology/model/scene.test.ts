import { expect, test } from 'vitest';
import { link, node, topology } from '../testing/sites.ts';
import { curveOf, linkAt } from './curve.ts';
import { LEVEL, NODE } from './layout.ts';
import { boundsOf, foldAt, nodeAt, type SceneParts, sceneOf } from './scene.ts';
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
const tree = treeOf(site.nodes);
const places = new Map(site.nodes.map(({ deviceUUID }, at) => [deviceUUID, { x: at * 300, y: at * 100 }]));

function scene(given: Partial<SceneParts> = {}) {
  const usual = { withStrangers: false, withManagement: false, sought: null, closed: new Set<string>() };
  return sceneOf({ topology: site, tree, places, layout: 'right', ...usual, ...given });
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
    places: new Map([...places].filter(([id]) => id === 'gw' || id === 'sw' || id === 'behind')),
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

test('shows unknown neighbours beside their device on request', () => {
  expect(scene().strangers).toEqual([]);
  const { strangers, links } = scene({ withStrangers: true });
  expect(strangers.map(({ stranger, x }) => [stranger.name, x])).toEqual([['Printer', 300]]);
  expect(links.at(-1)).toMatchObject({ kind: 'stranger', upper: { x: 300, y: 100 } });
});

test('finds devices, fold buttons and lines at a position', () => {
  const { nodes, links, layout } = scene();
  expect(nodeAt({ nodes }, { x: 310, y: 110 })?.id).toBe('sw');
  expect(nodeAt({ nodes }, { x: 310, y: 160 })).toBeUndefined();
  const edge = { x: 300 + NODE.width / 2 - 20, y: 100 + NODE.height / 2 };
  expect(foldAt({ nodes }, edge)?.id).toBe('sw');
  expect(foldAt({ nodes }, { ...edge, x: edge.x + 300, y: edge.y + 100 })).toBeUndefined();
  expect(linkAt(layout, links, { x: 150, y: 50 }, 8)?.id).toBe('gw sw');
  expect(linkAt(layout, links, { x: 150, y: 90 }, 8)).toBeUndefined();
});

test('lines start and end at the sides that face each other', () => {
  const ends = { upper: { x: 0, y: 0 }, lower: { x: LEVEL.right, y: LEVEL.down } };
  const [first] = scene().links;
  if (first === undefined) throw new Error('There is no link');
  expect(curveOf('right', { ...first, ...ends })).toMatchObject({
    from: { x: NODE.width / 2 },
    to: { x: LEVEL.right - NODE.width / 2, y: LEVEL.down },
  });
  expect(curveOf('down', { ...first, ...ends })).toMatchObject({
    from: { y: NODE.height / 2 },
    to: { x: LEVEL.right, y: LEVEL.down - NODE.height / 2 },
  });
  const behind = { upper: ends.upper, lower: { x: LEVEL.right * 2, y: LEVEL.down * 2 } };
  expect(curveOf('right', { ...first, ...behind })).toMatchObject({
    to: { x: LEVEL.right * 2, y: LEVEL.down * 2 - NODE.height / 2 },
  });
  expect(curveOf('down', { ...first, ...behind })).toMatchObject({
    to: { x: LEVEL.right * 2 - NODE.width / 2, y: LEVEL.down * 2 },
  });
});

test('the bounds contain every box', () => {
  expect(boundsOf(scene())).toEqual({
    x: -NODE.width / 2,
    y: -NODE.height / 2,
    width: 1500 + NODE.width,
    height: 500 + NODE.height,
  });
  expect(boundsOf({ nodes: [], strangers: [] })).toEqual({ x: 0, y: 0, width: 0, height: 0 });
});

test('a status change affects only its device', () => {
  const before = topology({ nodes: [node('a', null, { clients: 3 }), node('b')] });
  const after = withStatuses(before, new Map([['a', 'offline' as const]]));
  expect(after.nodes[0]).toMatchObject({ status: 'offline', clients: 0 });
  expect(after.nodes[1]).toBe(before.nodes[1]);
  expect(withStatuses(before, new Map([['b', 'online' as const]]))).toBe(before);
});
