import { expect, test } from 'vitest';
import { PALETTE } from '../../../shared/theme/tokens.ts';
import { boundsOf, type Scene, sceneOf } from '../model/scene.ts';
import { treeOf } from '../model/tree.ts';
import { link, node, topology } from '../testing/sites.ts';
import { drawingOf, type Labels } from './drawables.ts';
import { LINK_STYLES, LOAD_COLOURS, styleOf, TRAFFIC_WIDTHS } from './link-styles.ts';
import { roundedLine } from './rounded-line.ts';
import { svgOf } from './svg.ts';
import { cut, squeeze } from './text-width.ts';

const labels: Labels = {
  status: {
    online: 'Online',
    offline: 'Offline',
    partlyOffline: 'Partly offline',
    neverConnected: 'Pending',
  },
  clients: (count) => `${count} clients`,
  alarms: (count) => `${count} alarms`,
  speed: (mbps) => `${mbps} Mb/s`,
  errors: (count) => `${count} errors`,
  virtual: 'Virtual',
  down: 'Down',
  internet: 'Internet',
  share: (value) => `${value * 100}%`,
  count: String,
};
/** All characters have the same width. */
const measure = (text: string) => text.length * 6;

const site = topology({
  nodes: [
    node('gw', null, { kind: 'gateway', clients: null, name: 'Gate <&"1">' }),
    node('sw', 'gw', {
      kind: 'switch',
      alarms: 3,
      clients: 12,
      name: 'A name that is far too long for its box',
    }),
    node('ap', 'sw', { status: 'offline', clients: 5 }),
  ],
  links: [
    link('gw', 'sw', 'wired', { speedMbps: 10_000, errors: 4, upperPort: 'p1', lowerPort: 'u1' }),
    link('gw', 'sw', 'wired', { speedMbps: 1_000, upperPort: 'p2', lowerPort: 'u2' }),
    link('sw', 'ap', 'wired', { isUp: false, upperPort: 'GigabitEthernet1/0/24', lowerPort: 'eth0' }),
  ],
});

function scene(sought: string | null = null): Scene {
  const places = new Map(site.nodes.map(({ deviceUUID }, at) => [deviceUUID, { x: at * 388, y: 0 }]));
  const usual = { spots: new Map(), withManagement: false, closed: new Set(['sw']) };
  return sceneOf({ topology: site, tree: treeOf(site.nodes), layout: 'right', places, sought, ...usual });
}

test('shows the status of a device as text, and no clients while it is offline', () => {
  const { nodes } = drawingOf(scene(), labels, measure);
  expect(nodes.map(({ note }) => note)).toEqual(['Online', 'Online · 12 clients', 'Offline']);
  expect(nodes.map(({ isAway }) => isAway)).toEqual([false, false, true]);
  expect(nodes[1]).toMatchObject({ alarms: '3', folded: '+1' });
  expect(nodes[0]).toMatchObject({ alarms: '', folded: '−' });
});

test('truncates texts to their width', () => {
  const { nodes } = drawingOf(scene(), labels, measure);
  expect(nodes[1]?.name).toMatch(/^A name that.*…$/);
  for (const { name } of nodes) expect(measure(name)).toBeLessThanOrEqual(168);
  expect(cut('short', 'name', 30, measure)).toBe('short');
  expect(cut('longer', 'name', 30, measure)).toBe('long…');
  expect(squeeze('Lobby-17', 48, 48)).toBe('Lobby-17');
  expect(squeeze('AP-TowerA-Lobby-17', 108, 60)).toBe('AP-To…y-17');
  expect(squeeze('AP-TowerA-Lobby-17', 108, 20)).toBe('');
});

test('shows ports at the ends of a link, its speed and errors between, and marks it when it is down', () => {
  const { links } = drawingOf(scene(), labels, measure);
  expect(links.map(({ texts }) => texts.map(({ text }) => text))).toEqual([
    ['p1, p2', 'u1, u2', '2 × 1000 Mb/s · 4 errors'],
    ['Gigabi…/0/24', 'eth0', 'Down'],
  ]);
  expect(links.map(({ style }) => style)).toEqual([LINK_STYLES.wired, LINK_STYLES.down]);
});

test('texts of a link stay on its own segment and do not meet', () => {
  for (const { texts, line } of drawingOf(scene(), labels, measure).links) {
    const [upper, lower, label] = texts;
    if (upper === undefined || lower === undefined || label === undefined)
      throw new Error('A text is missing');
    expect(upper.x).toBeGreaterThanOrEqual(line.from.x);
    expect(upper.x + measure(upper.text)).toBeLessThan(lower.x - measure(lower.text));
    expect(lower.x).toBeLessThanOrEqual(line.to.x);
    expect(measure(label.text)).toBeLessThanOrEqual(line.to.x - line.from.x);
    expect(label.y - upper.y).toBeGreaterThan(14);
  }
});

test.each([
  ['idle', 500, 0, 0],
  ['some traffic', 50_000, 2, 0],
  ['a third of the speed', 400_000, 3, 1],
  ['nearly full', 990_000, 3, 2],
])('a line with %s: its width shows the traffic, its colour the load', (_, downKbps, width, colour) => {
  const given = topology({
    nodes: site.nodes,
    links: [link('gw', 'sw', 'wired', { speedMbps: 1_000, downKbps, upKbps: 10 })],
  });
  const places = new Map(site.nodes.map(({ deviceUUID }, at) => [deviceUUID, { x: at * 388, y: 0 }]));
  const [first] = sceneOf({
    topology: given,
    tree: treeOf(given.nodes),
    layout: 'right',
    places,
    spots: new Map(),
    closed: new Set(),
    sought: null,
    withManagement: false,
  }).links;
  if (first === undefined) throw new Error('There is no link');
  const style = styleOf(first);
  expect(style.width).toBe(TRAFFIC_WIDTHS[width]);
  expect(style.colour).toBe(LOAD_COLOURS[colour] ?? LINK_STYLES.wired.colour);
  expect(styleOf({ ...first })).toBe(style);
});

test('corners are rounded within their segments', () => {
  const { corners } = roundedLine([
    { x: 0, y: 0 },
    { x: 50, y: 0 },
    { x: 50, y: 6 },
    { x: 90, y: 6 },
  ]);
  expect(corners).toEqual([
    { before: { x: 47, y: 0 }, at: { x: 50, y: 0 }, after: { x: 50, y: 3 } },
    { before: { x: 50, y: 3 }, at: { x: 50, y: 6 }, after: { x: 53, y: 6 } },
  ]);
});

test('kinds of links differ without colours', () => {
  const looks = Object.values(LINK_STYLES).map(({ dash, width }) => `${dash.join()} ${width}`);
  expect(new Set(looks).size).toBe(looks.length);
});

test('dims everything except the highlighted path', () => {
  const { nodes, links } = drawingOf(scene('sw'), labels, measure);
  expect(nodes.map(({ dim }) => dim)).toEqual([false, false, true]);
  expect(links.map(({ lit, dim }) => [lit, dim])).toEqual([
    [true, false],
    [false, true],
  ]);
});

test('exports the whole diagram with escaped names', () => {
  const shown = scene();
  const svg = svgOf(
    drawingOf(shown, labels, measure),
    boundsOf(shown),
    PALETTE.light,
    'Topology <of> "Harbour"',
  );
  expect(svg.match(/<g>/g)).toHaveLength(3);
  expect(svg).toContain('Gate &lt;&amp;&quot;1&quot;&gt;');
  expect(svg).toContain('<title>Topology &lt;of&gt; &quot;Harbour&quot;</title>');
  expect(svg).toContain('2 × 1000 Mb/s · 4 errors');
  expect(svg).toContain('Offline');
  // Every opened tag is closed.
  const opened = svg.match(/<[a-z]+[\s>]/g) ?? [];
  const closed = svg.match(/\/>|<\/[a-z]+>/g) ?? [];
  expect(opened).toHaveLength(closed.length);
});
