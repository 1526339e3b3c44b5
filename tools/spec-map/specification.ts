import { readFileSync } from 'node:fs';

export interface SpecCall {
  readonly method: string;
  readonly path: string;
  readonly public: boolean;
}

export interface SpecRoute {
  readonly path: string;
  readonly public: boolean;
}

export interface Specification {
  readonly calls: readonly SpecCall[];
  readonly routes: readonly SpecRoute[];
  /** Where a section's own address leads. */
  readonly opensAt: Readonly<Record<string, string>>;
}

type NamesByMethod = Readonly<Record<string, readonly string[]>>;
type PagesBySection = Readonly<Record<string, readonly string[]>>;

interface CallsFile {
  readonly base: string;
  readonly groups: Readonly<
    Record<string, { readonly open?: NamesByMethod; readonly signedIn?: NamesByMethod }>
  >;
}

interface RoutesFile {
  readonly open: PagesBySection;
  readonly signedIn: PagesBySection;
  readonly opensAt: Readonly<Record<string, string>>;
}

function readJson(name: string): string {
  return readFileSync(new URL(name, import.meta.url), 'utf8');
}

function join(...parts: readonly string[]): string {
  return `/${parts.filter((part) => part !== '').join('/')}`;
}

function callsOf(prefix: string, names: NamesByMethod, isPublic: boolean): SpecCall[] {
  return Object.entries(names).flatMap(([method, methodNames]) =>
    methodNames.map((name) => ({ method, path: `${prefix}/${name}`, public: isPublic })),
  );
}

function routesOf(sections: PagesBySection, isPublic: boolean): SpecRoute[] {
  return Object.entries(sections).flatMap(([section, pages]) =>
    pages.map((page) => ({ path: join(section, page), public: isPublic })),
  );
}

export function readSpecification(): Specification {
  const calls: CallsFile = JSON.parse(readJson('calls.json'));
  const routes: RoutesFile = JSON.parse(readJson('routes.json'));
  return {
    calls: Object.entries(calls.groups).flatMap(([group, { open = {}, signedIn = {} }]) => [
      ...callsOf(`${calls.base}/${group}`, open, true),
      ...callsOf(`${calls.base}/${group}`, signedIn, false),
    ]),
    routes: [...routesOf(routes.open, true), ...routesOf(routes.signedIn, false)],
    opensAt: Object.fromEntries(
      Object.entries(routes.opensAt).map(([section, page]) => [join(section), join(section, page)]),
    ),
  };
}
