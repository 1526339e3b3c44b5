import fc from 'fast-check';
import { beforeEach, expect, test } from 'vitest';
import { uplinksOf, upstreamOf } from '../../../network/topology/index.ts';
import { DarkSite, namedRule } from '../testing/dark-site.ts';

const NOTHING = { raised: [], relevelled: [], worsened: [], cleared: [], links: [] };
const BLACKOUT = namedRule('dark', 'siteOffline', [{ level: 'urgent', threshold: 50 }]);
const PATIENT = namedRule('dark', 'siteOffline', BLACKOUT.levels, { holdMinutes: 3 });
const OFFLINE = namedRule('off', 'deviceOffline', [
  { level: 'urgent', threshold: 60 },
  { level: 'important', threshold: 5 },
]);

let site: DarkSite;
beforeEach(() => {
  site = new DarkSite([BLACKOUT, OFFLINE]);
});

function addAps(count: number, given: { managedBy?: string } = {}): string[] {
  const ids = Array.from({ length: count }, (_, index) => `ap${index}`);
  for (const id of ids) site.add(id, 'ap', given);
  return ids;
}

test('a device that is away is told of when it has been for long enough, once, and no more when it is back', () => {
  addAps(10);
  site.go('ap3');
  site.pass(4.9);
  expect(site.settle()).toEqual(NOTHING);
  site.pass(0.1);
  expect(site.settle().raised).toMatchObject([
    {
      level: 'important',
      threshold: 5,
      finding: { value: 5, subject: { deviceId: 'ap3', siteName: 'Harbour' } },
    },
  ]);
  expect(site.settle()).toEqual(NOTHING);
  site.pass(30);
  expect(site.settle()).toEqual(NOTHING);
  site.pass(25);
  expect(site.settle().relevelled).toMatchObject([{ level: 'urgent', threshold: 60, value: 60 }]);
  expect(site.settle()).toEqual(NOTHING);
  site.comeBack('ap3');
  expect(site.settle().cleared).toMatchObject([{ reason: 'recovered' }]);
  expect(site.settle()).toEqual(NOTHING);
});

test('one that never was online raises nothing and counts for nothing', () => {
  addAps(2);
  for (const id of ['new1', 'new2', 'new3', 'new4']) site.add(id, 'ap', { away: true, onlineAt: null });
  site.pass(600);
  expect(site.settle()).toEqual(NOTHING);
});

test('what hangs behind a controller that is away is a consequence of it, also when it is due first', () => {
  site.rules = [
    namedRule('ac', 'deviceOffline', [{ level: 'urgent', threshold: 10 }], { kinds: ['ac'] }),
    namedRule('ap', 'deviceOffline', [{ level: 'important', threshold: 1 }], { kinds: ['ap'] }),
  ];
  site.add('ctl', 'ac');
  const behind = addAps(6, { managedBy: 'ctl' });
  site.add('free', 'ap');
  site.go('ctl', ...behind);
  site.pass(9);
  expect(site.settle()).toEqual(NOTHING);
  site.pass(1);
  site.settle();
  expect(site.standing()).toEqual(['ac ctl']);
  expect(site.consequencesOf(site.open()[0])).toEqual(behind);
  // What comes back behind it has time to.
  site.comeBack('ctl');
  site.settle();
  expect(site.standing()).toEqual([]);
  site.pass(0.9);
  site.comeBack('ap0');
  expect(site.settle()).toEqual(NOTHING);
  site.pass(0.1);
  site.settle();
  expect(site.standing()).toEqual(behind.slice(1).map((id) => `ap ${id}`));
});

test('behind one of whom no rule speaks a device speaks for itself', () => {
  site.rules = [namedRule('ap', 'deviceOffline', [{ level: 'important', threshold: 5 }], { kinds: ['ap'] })];
  site.add('ctl', 'ac');
  const [ap = ''] = addAps(1, { managedBy: 'ctl' });
  site.go('ctl', ap);
  site.pass(5);
  site.settle();
  expect(site.standing()).toEqual(['ap ap0']);
});

test.each([
  ['of whom a rule speaks', OFFLINE, ['off ctl']],
  [
    'of whom none does',
    namedRule('off', 'deviceOffline', OFFLINE.levels, { kinds: ['ap'] }),
    ['off ap0', 'off ap1'],
  ],
])('behind one that is rebooted as planned, %s, nothing is told either', (_, rule, afterwards) => {
  site.rules = [rule];
  site.add('ctl', 'ac');
  const behind = addAps(2, { managedBy: 'ctl' });
  site.quiet.add('ctl');
  site.go('ctl', ...behind);
  site.pass(6);
  expect(site.settle()).toEqual(NOTHING);
  site.quiet.clear();
  site.settle();
  expect(site.standing()).toEqual(afterwards);
});

test('a blackout is one alarm with all as consequences, and its end leaves those that stay away', () => {
  const all = addAps(10);
  site.go('ap9');
  site.pass(6);
  site.settle();
  expect(site.standing()).toEqual(['off ap9']);
  site.go(...all.slice(0, 4));
  site.settle();
  expect(site.standing()).toEqual(['dark site', 'off ap9']);
  site.go(...all.slice(4, 9));
  site.pass(30);
  site.settle();
  expect(site.standing()).toEqual(['dark site', 'off ap9']);
  const dark = site.open().find(({ ruleId }) => ruleId === 'dark');
  // Whoever was away before has an alarm of its own.
  expect(site.consequencesOf(dark)).toEqual(all.slice(0, 9));
  expect(site.settle()).toEqual(NOTHING);

  site.comeBack(...all.slice(0, 7));
  site.settle();
  expect(site.standing()).toEqual(['dark site', 'off ap9']);
  site.comeBack('ap9');
  site.settle();
  expect(site.standing()).toEqual([]);
  site.pass(4);
  site.comeBack('ap7');
  expect(site.settle()).toEqual(NOTHING);
  site.pass(1);
  site.settle();
  expect(site.standing()).toEqual(['off ap8']);
  site.comeBack('ap8');
  site.settle();
  expect(site.standing()).toEqual([]);
});

test.each([
  ['two are no blackout', 2, 2, false],
  ['three of six are', 6, 3, true],
  ['three of seven are not', 7, 3, false],
])('%s', (_, count, away, isDark) => {
  site.rules = [BLACKOUT];
  site.go(...addAps(count).slice(0, away));
  site.settle();
  expect(site.standing()).toEqual(isDark ? ['dark site'] : []);
});

test('devices in maintenance make no blackout, and the end of maintenance finds it', () => {
  const all = addAps(6);
  for (const id of all) site.quiet.add(id);
  site.go(...all);
  site.pass(20);
  expect(site.settle()).toEqual(NOTHING);
  site.quiet.clear();
  site.settle();
  expect(site.standing()).toEqual(['dark site']);
  // What is open does not end because maintenance begins.
  for (const id of all) site.quiet.add(id);
  expect(site.settle()).toEqual(NOTHING);
});

test('what a person ended comes again only after it was well', () => {
  const all = addAps(10);
  site.go('ap0');
  site.pass(5);
  site.settle();
  site.endByHand(site.open()[0]);
  site.pass(500);
  expect(site.settle()).toEqual(NOTHING);
  site.comeBack('ap0');
  site.settle();
  site.go(...all);
  site.settle();
  expect(site.standing()).toEqual(['dark site']);
  site.endByHand(site.open()[0]);
  site.pass(60);
  site.settle();
  // Those that stay away have alarms of their own, and the site has no second one.
  expect(site.standing()).toEqual(all.map((id) => `off ${id}`));
  site.comeBack(...all.slice(0, 9));
  site.settle();
  expect(site.standing()).toEqual(['off ap9']);
  site.go(...all.slice(0, 9));
  site.settle();
  expect(site.standing()).toEqual(['dark site', 'off ap9']);
});

test('a rule that is gone, or speaks of others now, leaves no alarm', () => {
  const all = addAps(4);
  site.add('gw', 'gateway');
  site.rules = [OFFLINE, BLACKOUT];
  site.go(...all);
  site.settle();
  site.rules = [OFFLINE];
  expect(site.settle().cleared).toMatchObject([{ reason: 'ruleChanged' }]);
  site.pass(5);
  site.settle();
  expect(site.standing()).toEqual(all.map((id) => `off ${id}`));
  site.rules = [namedRule('off', 'deviceOffline', OFFLINE.levels, { kinds: ['gateway'] })];
  expect(site.settle().cleared.map(({ reason }) => reason)).toEqual(all.map(() => 'ruleChanged'));
  expect(site.standing()).toEqual([]);
});

test('behind a device that a person drew above it, one that is away is a consequence', () => {
  const world = new DarkSite([OFFLINE]);
  world.add('sw', 'switch');
  world.add('ap');
  world.add('other');
  world.go('sw', 'ap', 'other');
  world.drawn = [{ lowerId: 'ap', upperId: 'sw' }];
  world.pass(6);
  world.settle();
  expect(world.standing()).toEqual(['off other', 'off sw']);
  expect(world.consequencesOf(world.open().find(({ key }) => key === 'sw'))).toEqual(['ap']);
});

test('whatever happens: twice is once, who is behind raises nothing, and when all are back nothing is left', () => {
  const names = ['gw', 'sw', 'ac', 'a', 'b', 'c', 'd', 'e'];
  const id = fc.constantFrom(...names);
  const step = fc.oneof(
    fc.record({ do: fc.constant('go' as const), id }),
    fc.record({ do: fc.constant('back' as const), id }),
    fc.record({ do: fc.constant('quiet' as const), id }),
    fc.record({ do: fc.constant('pass' as const), minutes: fc.integer({ min: 1, max: 70 }) }),
    fc.record({ do: fc.constant('power' as const), on: fc.boolean() }),
  );
  fc.assert(
    fc.property(fc.array(step, { maxLength: 30 }), fc.boolean(), (steps, isPatient) => {
      const world = new DarkSite([isPatient ? PATIENT : BLACKOUT, OFFLINE]);
      world.add('gw', 'gateway');
      world.add('sw', 'switch');
      world.add('ac', 'ac');
      for (const name of ['a', 'b', 'c', 'd', 'e']) {
        world.add(name, 'ap', name === 'a' || name === 'b' ? { managedBy: 'ac' } : {});
      }
      const isAway = (name: string) => world.devices.get(name)?.away === true;
      const goBack = (name: string, away: boolean) => {
        if (away && !isAway(name)) world.go(name);
        if (!away && isAway(name)) world.comeBack(name);
      };
      for (const one of steps) {
        if (one.do === 'pass') world.pass(one.minutes);
        else if (one.do === 'power') for (const name of names) goBack(name, !one.on);
        else if (one.do === 'quiet') {
          if (!world.quiet.delete(one.id)) world.quiet.add(one.id);
        } else goBack(one.id, one.do === 'go');
        const { raised } = world.settle();
        expect(world.decide()).toEqual(NOTHING);
        const uplinks = uplinksOf([...world.devices.values()], world.ties, world.drawn);
        const offline = raised.flatMap(({ finding }) => finding.subject.deviceId ?? []);
        const isPlanned = (name: string) =>
          [name, ...upstreamOf(uplinks, name)].some((above) => world.quiet.has(above) && isAway(above));
        if (raised.some(({ finding }) => finding.subject.deviceId === null)) {
          expect(names.filter((name) => isAway(name) && !isPlanned(name)).length).toBeGreaterThanOrEqual(4);
        }
        for (const name of offline) {
          expect(world.quiet.has(name)).toBe(false);
          expect([...upstreamOf(uplinks, name)].filter(isAway)).toEqual([]);
        }
        // Of eight, one that is away while the others are back has its own alarm, and so has one that went later.
        const dark = world.open().find(({ ruleId }) => ruleId === 'dark');
        if (dark !== undefined && names.filter(isAway).length > 1) {
          const covered = offline.filter(
            (name) => (world.devices.get(name)?.offlineAt ?? 0) <= dark.raisedAt,
          );
          expect(covered).toEqual([]);
        }
        expect(new Set(world.standing()).size).toBe(world.open().length);
      }
      for (const name of names) goBack(name, false);
      world.pass(30);
      world.settle();
      expect(world.standing()).toEqual([]);
    }),
    { numRuns: 300 },
  );
});
