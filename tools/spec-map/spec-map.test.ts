import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { callName, compare, type Declared, failuresOf, keep, type Owned } from './compare.ts';
import { readSpecification, type Specification, type SpecRoute } from './specification.ts';

const specification: Specification = {
  calls: [
    { method: 'POST', path: '/api/v1/user/login', public: true },
    { method: 'GET', path: '/api/v1/role/list', public: false },
  ],
  routes: [
    { path: '/login', public: true },
    { path: '/store/productAppDetail', public: true },
    { path: '/store/productAppDetail/{productUUID}', public: false },
  ],
  opensAt: { '/store': '/store/home' },
};
const login = { method: 'POST', path: '/api/v1/user/login', access: 'public' };
const roles = { method: 'GET', path: '/api/v1/role/list', access: 'signedIn' };
const nothing: Declared = { calls: [], routes: [] };
const noneKept: Owned = { calls: [], routes: [] };

describe('comparison', () => {
  test('without declarations everything is unowned and nothing is wrong', () => {
    const comparison = compare(specification, nothing, noneKept);
    expect(comparison.unowned).toEqual({
      calls: ['POST /api/v1/user/login', 'GET /api/v1/role/list'],
      routes: ['/login', '/store/productAppDetail', '/store/productAppDetail/{productUUID}', '/store'],
    });
    expect(comparison.owned).toEqual({ calls: [], routes: [] });
    expect(failuresOf(comparison)).toEqual([]);
  });

  test('a declared call owns by method and path', () => {
    const get = { ...login, method: 'GET' };
    expect(compare(specification, { ...nothing, calls: [login] }, noneKept).owned.calls).toEqual([
      callName(login),
    ]);
    expect(compare(specification, { ...nothing, calls: [get] }, noneKept).owned.calls).toEqual([]);
  });

  test.each([
    [['/login'], ['/login']],
    [['/Login', '/login/x'], []],
    [['/store'], ['/store']],
    [['/store/productAppDetail'], ['/store/productAppDetail']],
    [['/store/productAppDetail/:id'], ['/store/productAppDetail/{productUUID}']],
    [
      ['/store/productAppDetail/:productUUID?'],
      ['/store/productAppDetail', '/store/productAppDetail/{productUUID}'],
    ],
  ])('declared routes %j own %j', (routes, owned) => {
    expect(compare(specification, { ...nothing, routes }, noneKept).owned.routes).toEqual(owned);
  });

  test('what is newly owned is fresh until kept', () => {
    const declared = { calls: [login], routes: ['/login'] };
    const before = compare(specification, declared, noneKept);
    expect(before.fresh).toEqual({ calls: [callName(login)], routes: ['/login'] });
    const kept = keep(noneKept, before);
    expect(kept).toEqual({ calls: [callName(login)], routes: ['/login'] });
    expect(compare(specification, declared, kept).fresh).toEqual({ calls: [], routes: [] });
  });

  test('what was kept and is gone fails, and keeping again does not forget it', () => {
    const kept = { calls: [callName(login)], routes: ['/login'] };
    const comparison = compare(specification, { ...nothing, calls: [roles] }, kept);
    expect(failuresOf(comparison)).toEqual([
      'POST /api/v1/user/login had an owner and lost it',
      '/login had a screen and lost it',
    ]);
    expect(keep(kept, comparison)).toEqual({
      calls: ['GET /api/v1/role/list', 'POST /api/v1/user/login'],
      routes: ['/login'],
    });
  });

  test('a protected call made public fails, and so does a public one made protected', () => {
    const calls = [
      { ...login, access: 'signedIn' },
      { ...roles, access: 'public' },
    ];
    const comparison = compare(specification, { ...nothing, calls }, noneKept);
    expect(comparison.wrongAccess).toEqual(['POST /api/v1/user/login', 'GET /api/v1/role/list']);
    expect(failuresOf(comparison)).toHaveLength(2);
    expect(compare(specification, { ...nothing, calls: [login, roles] }, noneKept).wrongAccess).toEqual([]);
  });
});

describe('the lists', () => {
  const { calls, routes, opensAt } = readSpecification();

  test('hold 62 calls and 100 routes, each once', () => {
    expect(new Set(calls.map(callName)).size).toBe(62);
    expect(calls).toHaveLength(62);
    expect(new Set(routes.map((route) => route.path)).size).toBe(100);
    expect(routes).toHaveLength(100);
  });

  test('every section opens at one of its own pages', () => {
    const paths = new Set(routes.map((route) => route.path));
    const sections = Object.entries(opensAt).filter(([section]) => section !== '/');
    expect(opensAt['/']).toBe('/home');
    expect(sections.filter(([, page]) => !paths.has(page))).toEqual([]);
  });
});

interface SourceCall {
  readonly method: string;
  readonly path: string;
  readonly public?: boolean;
}

interface SourceRoutes {
  readonly public: readonly string[];
  readonly protected: readonly string[];
  readonly defaults: Readonly<Record<string, string>>;
}

/** The specification's own lists are not part of the project; who has them can hold ours against them. */
const source = process.env.SPEC_DIR;

function readSource(name: string): string {
  return readFileSync(join(source ?? '', name), 'utf8');
}

function describeCall(call: SourceCall): string {
  return `${callName(call)} ${call.public === true ? 'public' : 'protected'}`;
}

function pathsOf(routes: readonly SpecRoute[], isPublic: boolean): string[] {
  return routes.filter((route) => route.public === isPublic).map((route) => route.path);
}

describe.skipIf(source === undefined)('the lists and their source', () => {
  const ours = readSpecification();

  test('name the same calls, public and protected alike', () => {
    const theirs: SourceCall[] = JSON.parse(readSource('calls.json'));
    expect(ours.calls.map(describeCall).sort()).toEqual(theirs.map(describeCall).sort());
  });

  test('name the same routes', () => {
    const theirs: SourceRoutes = JSON.parse(readSource('routes.json'));
    expect(pathsOf(ours.routes, true).sort()).toEqual([...theirs.public].sort());
    expect(pathsOf(ours.routes, false).sort()).toEqual([...theirs.protected].sort());
  });

  test('open sections at the same pages, but for statistics, which has no page called asset', () => {
    const theirs: SourceRoutes = JSON.parse(readSource('routes.json'));
    expect(ours.opensAt).toEqual({ ...theirs.defaults, '/statistics': '/statistics/property' });
    expect(theirs.defaults['/statistics']).toBe('/statistics/asset');
  });
});

if (source === undefined) {
  console.warn(
    'spec-map: SPEC_DIR names no folder with calls.json and routes.json, so the lists were not held against their source.',
  );
}
