import { globSync, readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { dirname, join, sep } from 'node:path';
import { type Check, failing } from './check.ts';
import { findCircles } from './circles.ts';
import { importsOf, type ModuleImport } from './module-imports.ts';
import { isTestCode, readSources } from './source-files.ts';

/** From left to right: a layer imports itself and what stands to its right. */
const LAYERS: Readonly<Record<string, readonly string[]>> = {
  'apps/server': ['processes', 'doors', 'domains', 'platform'],
  'apps/web': ['app', 'features', 'shared'],
};

const EVERY_PACKAGE = 'packages/';

/** The workspaces each may import; who is not listed imports none. */
const ARROWS: Readonly<Record<string, string>> = {
  'apps/server': EVERY_PACKAGE,
  'apps/web': EVERY_PACKAGE,
  'apps/simulator': 'packages/device-protocol',
  'packages/device-protocol': 'packages/contract',
};

/** What runs in a browser too, or must stay pure. */
const WITHOUT_NODE = ['apps/web', 'packages/contract', 'packages/messages', 'packages/rf'];

interface Location {
  /** `apps/server`, `packages/contract` … */
  readonly workspace: string;
  readonly layer: string | null;
  /** A domain of the server, with its group (`network/devices`), or a feature of the web. */
  readonly room: string | null;
}

/** Folders between a layer and its domains or features. */
const ROOM_DEPTH: Readonly<Record<string, number>> = { domains: 2, features: 1 };

function locate(path: string): Location {
  const [kind = '', name = '', source = '', ...rest] = path.split('/');
  const workspace = `${kind}/${name}`;
  const layers = LAYERS[workspace];
  if (!layers || source !== 'src') return { workspace, layer: null, room: null };
  const [folder = ''] = rest;
  const layer = rest.length === 1 ? (layers[0] ?? null) : folder;
  const depth = ROOM_DEPTH[folder] ?? 0;
  const room = depth > 0 && rest.length > depth + 1 ? rest.slice(1, depth + 1).join('/') : null;
  return { workspace, layer, room };
}

function workspacesByName(root: string): Map<string, string> {
  const files = globSync('{apps,packages}/*/package.json', { cwd: root });
  return new Map(
    files.map((file) => {
      const { name }: { name: string } = JSON.parse(readFileSync(join(root, file), 'utf8'));
      return [name, dirname(file).split(sep).join('/')];
    }),
  );
}

function packageName(specifier: string): string {
  return specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/');
}

function faultInside(from: Location, to: Location, target: string): string | null {
  const layers = LAYERS[from.workspace];
  if (!layers || from.layer === null || to.layer === null) return null;
  const fromAt = layers.indexOf(from.layer);
  const toAt = layers.indexOf(to.layer);
  if (toAt === -1 || fromAt === -1) return `a folder that is none of ${layers.join(', ')}`;
  if (toAt < fromAt) return `${from.layer} must not import ${to.layer}`;
  if (from.room === null || to.room === null || from.room === to.room) return null;
  if (from.layer === 'features' && to.layer === 'features')
    return 'a feature must not import another feature';
  const entryPoint = `${from.workspace}/src/domains/${to.room}/index.ts`;
  if (from.layer === 'domains' && to.layer === 'domains' && target !== entryPoint) {
    return 'another domain is reached only through its index.ts';
  }
  return null;
}

function faultOf(entry: ModuleImport, workspaces: ReadonlyMap<string, string>): string | null {
  const from = locate(entry.from);
  if (entry.target === null) {
    if (isBuiltin(entry.specifier)) {
      return WITHOUT_NODE.includes(from.workspace)
        ? 'a module of Node in code that is not for Node alone'
        : null;
    }
    const workspace = workspaces.get(packageName(entry.specifier));
    if (workspace === undefined || workspace === from.workspace) return null;
    const allowed = ARROWS[from.workspace];
    if (allowed !== undefined && workspace.startsWith(allowed)) return null;
    return `${from.workspace} must not import ${workspace}`;
  }
  const to = locate(entry.target);
  if (to.workspace !== from.workspace) return 'another workspace is imported by its package name';
  if (isTestCode(entry.target)) return 'shipped code must not import test code';
  return faultInside(from, to, entry.target);
}

function graphOf(edges: readonly (readonly [string, string])[]): Map<string, string[]> {
  const graph = new Map<string, string[]>();
  for (const [from, to] of edges) graph.set(from, [...(graph.get(from) ?? []), to]);
  return graph;
}

function circlesIn(imports: readonly ModuleImport[]): string[] {
  const edges = imports.flatMap(({ from, target, kind }) =>
    target !== null && kind === 'value' ? [[from, target] as const] : [],
  );
  const domainEdges = edges
    .map(([from, to]) => [locate(from), locate(to)] as const)
    .flatMap(([from, to]) =>
      from.layer === 'domains' && from.room !== null && to.room !== null && from.room !== to.room
        ? [[from.room, to.room] as const]
        : [],
    );
  return [
    ...findCircles(graphOf(edges)).map(
      (circle) => `files import each other in a circle: ${circle.join(' → ')}`,
    ),
    ...findCircles(graphOf(domainEdges)).map(
      (circle) => `domains need each other in a circle: ${circle.join(' → ')}`,
    ),
  ];
}

/** Imports go to the right, never to the left, and never in a circle. Tests may reach for what they drive. */
export const imports = {
  name: 'imports',
  run(root) {
    const all = readSources(root).flatMap(importsOf);
    const shipped = all.filter(({ from }) => !isTestCode(from));
    const workspaces = workspacesByName(root);
    const faults = shipped.flatMap((entry) => {
      const fault = faultOf(entry, workspaces);
      return fault === null ? [] : [`${entry.place} imports ${entry.specifier}: ${fault}`];
    });
    return failing([...faults, ...circlesIn(shipped)]);
  },
} satisfies Check;
