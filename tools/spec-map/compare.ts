import type { Specification } from './specification.ts';

export interface DeclaredCall {
  readonly method: string;
  readonly path: string;
  readonly access: string;
}

/** What the project declares: its calls, and the paths of its screens. */
export interface Declared {
  readonly calls: readonly DeclaredCall[];
  readonly routes: readonly string[];
}

/** Names of the specification's calls and routes, as kept in owned.json. */
export interface Owned {
  readonly calls: readonly string[];
  readonly routes: readonly string[];
}

export interface Comparison {
  /** In the specification, and now declared. */
  readonly owned: Owned;
  /** In the specification, declared by nobody yet. */
  readonly unowned: Owned;
  /** Declared now, but not yet kept. */
  readonly fresh: Owned;
  /** Kept as owned once, and no longer declared. */
  readonly lost: Owned;
  /** Declared, but public where the specification asks for a session, or the other way round. */
  readonly wrongAccess: readonly string[];
}

export function callName(call: { readonly method: string; readonly path: string }): string {
  return `${call.method} ${call.path}`;
}

/** `/a/:id?` stands for `/a` and `/a/:id`; how a parameter is called does not matter. */
function spellings(route: string): string[] {
  const optional = /^(.*)\/:\w+\?$/.exec(route);
  const [, parent = ''] = optional ?? [];
  const paths = optional ? [parent === '' ? '/' : parent, route] : [route];
  return paths.map((path) => path.replaceAll(/:\w+\??|\{\w+\}/g, '{}'));
}

function split(names: readonly string[], has: (name: string) => boolean): [string[], string[]] {
  return [names.filter(has), names.filter((name) => !has(name))];
}

export function compare(specification: Specification, declared: Declared, kept: Owned): Comparison {
  const callsByName = new Map(declared.calls.map((call) => [callName(call), call]));
  const routeSpellings = new Set(declared.routes.flatMap(spellings));
  const isDeclaredRoute = (route: string): boolean =>
    spellings(route).every((spelling) => routeSpellings.has(spelling));

  const specRoutes = [
    ...specification.routes.map((route) => route.path),
    ...Object.keys(specification.opensAt),
  ];
  const [ownedCalls, unownedCalls] = split(specification.calls.map(callName), (name) =>
    callsByName.has(name),
  );
  const [ownedRoutes, unownedRoutes] = split(specRoutes, isDeclaredRoute);

  return {
    owned: { calls: ownedCalls, routes: ownedRoutes },
    unowned: { calls: unownedCalls, routes: unownedRoutes },
    fresh: {
      calls: ownedCalls.filter((name) => !kept.calls.includes(name)),
      routes: ownedRoutes.filter((route) => !kept.routes.includes(route)),
    },
    lost: {
      calls: kept.calls.filter((name) => !ownedCalls.includes(name)),
      routes: kept.routes.filter((route) => !ownedRoutes.includes(route)),
    },
    wrongAccess: specification.calls
      .filter((call) => {
        const found = callsByName.get(callName(call));
        return found !== undefined && (found.access === 'public') !== call.public;
      })
      .map(callName),
  };
}

/** Keeping only ever adds: what is lost stays on the list until it is back. */
export function keep(kept: Owned, { fresh }: Comparison): Owned {
  return {
    calls: [...kept.calls, ...fresh.calls].sort(),
    routes: [...kept.routes, ...fresh.routes].sort(),
  };
}

export function failuresOf({ lost, wrongAccess }: Comparison): string[] {
  return [
    ...lost.calls.map((name) => `${name} had an owner and lost it`),
    ...lost.routes.map((route) => `${route} had a screen and lost it`),
    ...wrongAccess.map((name) => `${name} is public in one place and not in the other`),
  ];
}
