import { expect, it } from 'vitest';
import type { RouteDef } from '../../shared/routing/route-def.ts';
import { decide } from './decide.ts';
import { filterRoutes, publicRoutes, routesFor } from './filter-routes.ts';
import { internalPath } from './internal-path.ts';
import { flattenRoutes, matchRoute } from './match-route.ts';
import { jumpTargets, menuOf } from './menu.ts';
import { mergeRoutes } from './merge-routes.ts';

const page = () => Promise.resolve({ default: () => null });
const title = 'nav.home';

const routes: RouteDef[] = [
  { path: '/login', title, public: true, page },
  { path: '/404', title, public: true, page },
  {
    path: '/home',
    title,
    menu: true,
    redirect: '/home/index',
    children: [{ path: '/home/index', title, jump: 'ho', page }],
  },
  {
    path: '/topnav',
    title: 'nav.topnav',
    menu: true,
    redirect: '/topnav/org',
    children: [
      { path: '/topnav/org', title, menu: true, permission: 'org_manage', page },
      { path: '/topnav/site', title, menu: true, permission: 'site_manage', page },
    ],
  },
  {
    path: '/statistics',
    title,
    menu: true,
    permission: 'statistics',
    redirect: '/statistics/asset',
    children: [
      { path: '/statistics/detail', title, page },
      { path: '/statistics/network', title, menu: true, page },
      { path: '/statistics/property', title, menu: true, page },
    ],
  },
  {
    path: '/store',
    title,
    menu: true,
    permission: 'alarm_rule',
    redirect: '/store/home',
    children: [
      { path: '/store/productdetail/:productUUID', title, page },
      { path: '/store/home', title, menu: true, permission: 'alarm_mac', page },
      { path: '/store/productAppDetail/:productUUID', title, public: true, page },
      { path: '/store/allApp', title, menu: true, page },
    ],
  },
  { path: '/shareAppDetail/:productUUID', title, public: true, page },
  { path: '/logs', title, permission: ['operation_log', 'device_manage'], page },
  { path: '/topo', title, permission: 'net_map', ofDevices: true, siteType: 2, page },
  { path: '/overview', title, siteType: 1, page },
  {
    path: '/help',
    title,
    public: true,
    redirect: '/help/center',
    children: [{ path: '/help/center', title, public: true, page }],
  },
];

const stranger = { hasToken: false, grants: null };
const unknown = { hasToken: true, grants: null };
function holder(...grants: string[]) {
  return { hasToken: true, grants: new Set(grants) };
}

function outcome(
  path: string,
  visitor: typeof stranger | typeof unknown | ReturnType<typeof holder>,
): string {
  const decision = decide(routes, path, visitor);
  switch (decision.do) {
    case 'show':
      return `show ${decision.route.path}`;
    case 'go':
      return `go ${decision.to}`;
    case 'deny':
      return `deny ${decision.missing}`;
    case 'load':
      return 'load';
  }
}

it.each([
  ['/', 'go /login'],
  ['/home/index', 'go /login'],
  ['/nowhere', 'go /login'],
  ['/store', 'go /login'],
  ['/login', 'show /login'],
  ['/404', 'show /404'],
  ['/help', 'go /help/center'],
  ['/help/center', 'show /help/center'],
  ['/store/productAppDetail/42', 'show /store/productAppDetail/:productUUID'],
  ['/shareAppDetail/42', 'show /shareAppDetail/:productUUID'],
  ['/deep/shareAppDetail/42', 'go /404'],
])('without a token %s: %s', (path, expected) => {
  expect(outcome(path, stranger)).toBe(expected);
});

it.each([
  ['/login', 'go /'],
  ['/', 'load'],
  ['/topnav/org', 'load'],
  ['/404', 'show /404'],
])('with a token but before the role is known %s: %s', (path, expected) => {
  expect(outcome(path, unknown)).toBe(expected);
});

it.each([
  ['/', 'go /home'],
  ['/home', 'go /home/index'],
  ['/home/', 'go /home/index'],
  ['/home/index', 'show /home/index'],
  ['/topnav', 'go /topnav/site'],
  ['/topnav/site', 'show /topnav/site'],
  ['/topnav/org', 'deny org_manage'],
  ['/statistics', 'deny statistics'],
  ['/statistics/network', 'deny statistics'],
  ['/store', 'deny alarm_rule'],
  ['/store/productAppDetail/42', 'show /store/productAppDetail/:productUUID'],
  ['/store/productAppDetail/', 'go /404'],
  ['/nowhere', 'go /404'],
  ['/login', 'go /'],
])('for someone who manages sites only %s: %s', (path, expected) => {
  expect(outcome(path, holder('site_manage'))).toBe(expected);
});

it('adjusts a default that is not a child', () => {
  expect(outcome('/statistics', holder('statistics'))).toBe('go /statistics/network');
});

it('skips children that need a parameter', () => {
  expect(outcome('/store', holder('alarm_rule'))).toBe('go /store/allApp');
  expect(outcome('/store', holder('alarm_rule', 'alarm_mac'))).toBe('go /store/home');
});

it('removes a section without remaining pages', () => {
  expect(filterRoutes(routes, new Set()).map((route) => route.path)).not.toContain('/topnav');
});

it('a restricted section keeps only its public child', () => {
  const store = publicRoutes(routes).find((route) => route.path === '/store');
  expect(store?.children?.map((child) => child.path)).toEqual(['/store/productAppDetail/:productUUID']);
  expect(store?.menu).toBeUndefined();
  expect(store?.redirect).toBeUndefined();
});

it.each([
  [['operation_log'], 'show /logs'],
  [['device_manage'], 'show /logs'],
  [['site_manage'], 'deny operation_log'],
] as const)('a page with several keys, for somebody with %j: %s', (grants, expected) => {
  expect(outcome('/logs', holder(...grants))).toBe(expected);
});

it.each([
  [['net_map'], 'deny all_device'],
  [['net_map', 'switch_device'], 'show /topo'],
  [['net_map', 'all_device'], 'show /topo'],
  [['switch_device'], 'deny net_map'],
] as const)('a page of devices, for somebody with %j: %s', (grants, expected) => {
  expect(outcome('/topo', holder(...grants))).toBe(expected);
});

it('offers pages of a site only while a site is selected', () => {
  const own = filterRoutes(routes, new Set(['net_map', 'all_device', 'site_manage']));
  const paths = (selected: 1 | 2 | undefined) =>
    flattenRoutes(routesFor(own, selected)).map(({ path }) => path);
  expect(paths(2)).toContain('/topo');
  expect(paths(2)).not.toContain('/overview');
  expect(paths(1)).not.toContain('/topo');
  expect(paths(1)).toContain('/overview');
  expect(paths(undefined)).toEqual(expect.arrayContaining(['/topo', '/overview']));
});

it('does not modify the route table', () => {
  const before = JSON.stringify(routes);
  filterRoutes(routes, new Set(['site_manage']));
  expect(JSON.stringify(routes)).toBe(before);
});

it('finds the path to a page', () => {
  expect(matchRoute(routes, '/topnav/site').map((route) => route.path)).toEqual(['/topnav', '/topnav/site']);
  expect(flattenRoutes(routes)).toHaveLength(22);
});

it('builds the menu from the remaining routes', () => {
  const menu = menuOf(filterRoutes(routes, new Set(['site_manage', 'alarm_rule'])));
  expect(menu.map(({ section, links }) => [section?.path ?? null, links.map((link) => link.to)])).toEqual([
    [null, ['/home/index']],
    ['/topnav', ['/topnav/site']],
    ['/store', ['/store/allApp']],
  ]);
  expect(jumpTargets(routes).get('ho')?.path).toBe('/home/index');
});

it('adds the pages of one feature to the section of another', () => {
  const merged = mergeRoutes([
    { path: '/topnav', children: [{ path: '/topnav/role', title, page }] },
    { path: '/topnav', title, children: [{ path: '/topnav/org', title, page }] },
  ]);
  expect(merged).toHaveLength(1);
  expect(merged[0]?.children?.map((child) => child.path)).toEqual(['/topnav/org', '/topnav/role']);
});

it('throws for pages of an unknown section and for a section declared twice', () => {
  expect(() => mergeRoutes([{ path: '/lost', children: [] }])).toThrow('/lost');
  expect(() =>
    mergeRoutes([
      { path: '/a', title },
      { path: '/a', title },
    ]),
  ).toThrow('twice');
});

it.each([
  ['/home/index', '/home/index'],
  ['/topnav/org?page=2#x', '/topnav/org?page=2#x'],
  ['/a/../login', '/login'],
  ['//evil.example', null],
  ['/\\evil.example', null],
  ['/\t/evil.example', null],
  ['/a/..//evil.example', null],
  ['https://evil.example', null],
  ['javascript:alert(1)', null],
  ['home', null],
  ['', null],
  [null, null],
])('a redirect to %o goes to %o', (to, expected) => {
  expect(internalPath(to)).toBe(expected);
});
