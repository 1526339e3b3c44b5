import { expect, test } from 'vitest';
import { PALETTE } from '../../../shared/theme/tokens.ts';
import { boundsOf, type Scene, sceneOf } from '../model/scene.ts';
import { treeOf } from '../model/tree.ts';
import { link, node, topology } from '../testing/sites.ts';
import { cut, drawingOf, type Labels, LINK_STYLES, squeeze } from './drawables.ts';
import { svgOf } from './svg.ts';

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
    link('gw', 'sw', 'wired', { speedMbps: 10_000, errors: 4 }),
    link('gw', 'sw', 'wired', { speedMbps: 1_000 }),
    link('sw', 'ap', 'wired', { isUp: false }),
  ],
});

function scene(sought: string | null = null): Scene {
  const places = new Map(site.nodes.map(({ deviceUUID }, at) => [deviceUUID, { x: at * 300, y: 0 }]));
  const usual = { withStrangers: false, withManagement: false, closed: new Set(['sw']) };
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
  for (const { name } of nodes) expect(measure(name)).toBeLessThanOrEqual(132);
  expect(cut('short', 'name', 30, measure)).toBe('short');
  expect(cut('longer', 'name', 30, measure)).toBe('long…');
  expect(squeeze('Lobby-17', 48, 48)).toBe('Lobby-17');
  expect(squeeze('AP-TowerA-Lobby-17', 108, 60)).toBe('AP-To…y-17');
  expect(squeeze('AP-TowerA-Lobby-17', 108, 20)).toBe('');
});

test('shows speed and errors of a link, and marks it when it is down', () => {
  const { links } = drawingOf(scene(), labels, measure);
  expect(links.map(({ label }) => label)).toEqual(['2 × 1000 Mb/s · 4 errors', 'Down']);
  expect(links.map(({ style }) => style)).toEqual([LINK_STYLES.wired, LINK_STYLES.down]);
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
