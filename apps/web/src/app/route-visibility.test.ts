import { PERMISSION_KEYS } from '@airloom/contract/permissions';
import { describe, expect, it } from 'vitest';
import { ORGANIZATION, SITE, type SiteType } from '../shared/session/current-site.ts';
import { routes } from './all-routes.ts';
import { decide } from './routing/decide.ts';
import { filterRoutes, fitsSelection, routesFor } from './routing/filter-routes.ts';
import { flattenRoutes, matchRoute } from './routing/match-route.ts';
import { jumpTargets, menuOf } from './routing/menu.ts';

const page = () => Promise.resolve({ default: () => null });
const grants = new Set<string>(PERMISSION_KEYS);
const all = flattenRoutes(routes).filter((route) => !route.public);
const pages = all.filter((route) => route.page);
const pathsFor = (siteType: SiteType) =>
  pages.filter((route) => route.siteType === siteType).map(({ path }) => path);

it.each(pages.map((route) => [route.path, route] as const))(
  '%s names the site type it is for',
  (_, route) => {
    expect([ORGANIZATION, SITE, 'any']).toContain(route.siteType);
  },
);

it('only the topology is for a single site, and no page for an organization alone', () => {
  expect(pathsFor(SITE)).toEqual(['/monitor/topo']);
  expect(pathsFor(ORGANIZATION)).toEqual([]);
});

it('jumps are two letters and unique', () => {
  const jumps = flattenRoutes(routes).flatMap(({ jump }) => jump ?? []);
  expect(jumps.filter((jump) => !/^[a-z]{2}$/.test(jump))).toEqual([]);
  expect(new Set(jumps).size).toBe(jumps.length);
});

it.each(
  menuOf(routes).flatMap(({ section, links }) =>
    links.map(({ route }) => [route.path, section, route] as const),
  ),
)('%s of the menu has an icon and a jump that begins with the letter of its section', (_, section, route) => {
  expect(route.icon).toBeDefined();
  const first = section === null ? undefined : menuOf([section])[0]?.links[0]?.route.jump?.[0];
  expect(route.jump?.[0]).toBe(first ?? route.jump?.[0]);
});

describe.each([
  ['an organization', ORGANIZATION],
  ['a site', SITE],
] as const)('while %s is selected', (_, selected) => {
  const offered = routesFor(filterRoutes(routes, grants), selected);
  const offeredPaths = flattenRoutes(offered).map(({ path }) => path);
  const menuPaths = menuOf(offered).flatMap(({ links }) => links.map(({ route }) => route.path));
  const jumps = [...jumpTargets(offered).values()].map(({ path }) => path);

  it.each(pages.map((route) => [route.path, route] as const))(
    '%s is offered only if it fits',
    (path, route) => {
      const fits = fitsSelection(route, selected);
      expect(offeredPaths.includes(path)).toBe(fits);
      const section = routes.find(({ children }) => children?.includes(route));
      const isLink = route.menu === true && (section === undefined || section.menu === true);
      expect(menuPaths.includes(path)).toBe(fits && isLink);
      expect(jumps.includes(path)).toBe(fits && route.jump !== undefined);
    },
  );

  it.each(pages.filter(({ path }) => !path.includes(':')).map(({ path }) => [path]))(
    '%s opens by its address, which may name a site',
    (path) => {
      expect(decide(routes, path, { hasToken: true, grants, selected })).toMatchObject({ do: 'show' });
    },
  );

  it.each(all.filter(({ redirect }) => redirect !== undefined).map(({ path }) => [path]))(
    '%s leads to a page that fits',
    (path) => {
      const decision = decide(routes, path, { hasToken: true, grants, selected });
      const target = decision.do === 'go' ? matchRoute(routes, decision.to).at(-1) : undefined;
      expect(target && fitsSelection(target, selected)).toBe(true);
    },
  );
});

it.each([
  [['operation_log'], 'show'],
  [['device_manage'], 'deny'],
  [['device_manage', 'ap_device'], 'show'],
  [['device_manage', 'operation_log'], 'show'],
  [['ap_device'], 'deny'],
  [['current_alarm'], 'deny'],
])('a role with %j: /alarm/logs is decided as %s, and in the menu accordingly', (keys, expected) => {
  const own = new Set(keys);
  expect(decide(routes, '/alarm/logs', { hasToken: true, grants: own }).do).toBe(expected);
  const targets = menuOf(filterRoutes(routes, own)).flatMap(({ links }) => links.map(({ to }) => to));
  expect(targets.includes('/alarm/logs')).toBe(expected === 'show');
});

describe('a role with alarms only', () => {
  const visitor = { hasToken: true, grants: new Set(['current_alarm']) };
  const own = filterRoutes(routes, visitor.grants);

  it('has no menu entry for a detail page without an object', () => {
    const targets = menuOf(own).flatMap(({ links }) => links.map(({ to }) => to));
    expect(targets).toEqual(['/home/index', '/alarm/list']);
  });

  it('shows the permission that /monitor needs', () => {
    expect(decide(routes, '/monitor', visitor)).toEqual({ do: 'deny', missing: 'statistics' });
  });

  it('opens the page of one alarm by its address', () => {
    expect(decide(routes, '/monitor/alarmDetail', visitor)).toMatchObject({ do: 'show' });
  });
});

it('a section whose first page is for another site type opens at the next that fits', () => {
  const title = 'nav.home';
  const section = [
    {
      path: '/section',
      title,
      redirect: '/section/site',
      children: [
        { path: '/section/site', title, siteType: SITE, page },
        { path: '/section/both', title, siteType: 'any', page },
      ],
    },
  ] as const;
  const open = (selected: SiteType) => decide(section, '/section', { hasToken: true, grants, selected });
  expect(open(SITE)).toEqual({ do: 'go', to: '/section/site' });
  expect(open(ORGANIZATION)).toEqual({ do: 'go', to: '/section/both' });
});
