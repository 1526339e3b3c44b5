import fc from 'fast-check';
import { beforeEach, expect, test } from 'vitest';
import { uplinksOf, upstreamOf } from '../../../network/topology/index.ts';
import { namedRule, SimulatedSite } from '../testing/simulated-site.ts';

const NOTHING = { raised: [], relevelled: [], worsened: [], cleared: [], links: [] };
const SITE_OUTAGE = namedRule('down', 'siteOffline', [{ level: 'urgent', threshold: 50 }]);
const DELAYED = namedRule('down', 'siteOffline', SITE_OUTAGE.levels, { holdMinutes: 3 });
const OFFLINE = namedRule('off', 'deviceOffline', [
  { level: 'urgent', threshold: 60 },
  { level: 'important', threshold: 5 },
]);

let site: SimulatedSite;
beforeEach(() => {
  site = new SimulatedSite([SITE_OUTAGE, OFFLINE]);
});

function addAps(count: number, given: { managedBy?: string } = {}): string[] {
  const ids = Array.from({ length: count }, (_, index) => `ap${index}`);
  for (const id of ids) site.add(id, 'ap', given);
  return ids;
}

test('raises one alarm for an offline device after the threshold and clears it on return', () => {
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

test('a device that never was online raises nothing and does not count', () => {
  addAps(2);
  for (const id of ['new1', 'new2', 'new3', 'new4']) site.add(id, 'ap', { away: true, onlineAt: null });
  site.pass(600);
  expect(site.settle()).toEqual(NOTHING);
});

test('devices behind an offline controller are its consequences, also when due first', () => {
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
  expect(site.activeAlarms()).toEqual(['ac ctl']);
  expect(site.consequencesOf(site.open()[0])).toEqual(behind);
  // Devices behind it have time to return.
  site.comeBack('ctl');
  site.settle();
  expect(site.activeAlarms()).toEqual([]);
  site.pass(0.9);
  site.comeBack('ap0');
  expect(site.settle()).toEqual(NOTHING);
  site.pass(0.1);
  site.settle();
  expect(site.activeAlarms()).toEqual(behind.slice(1).map((id) => `ap ${id}`));
});

test('a device behind a parent without a rule has its own alarm', () => {
  site.rules = [namedRule('ap', 'deviceOffline', [{ level: 'important', threshold: 5 }], { kinds: ['ap'] })];
  site.add('ctl', 'ac');
  const [ap = ''] = addAps(1, { managedBy: 'ctl' });
  site.go('ctl', ap);
  site.pass(5);
  site.settle();
  expect(site.activeAlarms()).toEqual(['ap ap0']);
});

test.each([
  ['covered by a rule', OFFLINE, ['off ctl']],
  [
    'not covered by a rule',
    namedRule('off', 'deviceOffline', OFFLINE.levels, { kinds: ['ap'] }),
    ['off ap0', 'off ap1'],
  ],
])('raises nothing behind a parent that restarts as planned, %s', (_, rule, afterwards) => {
  site.rules = [rule];
  site.add('ctl', 'ac');
  const behind = addAps(2, { managedBy: 'ctl' });
  site.suppressed.add('ctl');
  site.go('ctl', ...behind);
  site.pass(6);
  expect(site.settle()).toEqual(NOTHING);
  site.suppressed.clear();
  site.settle();
  expect(site.activeAlarms()).toEqual(afterwards);
});

test('a site outage is one alarm with consequences, and its end leaves alarms of devices still offline', () => {
  const all = addAps(10);
  site.go('ap9');
  site.pass(6);
  site.settle();
  expect(site.activeAlarms()).toEqual(['off ap9']);
  site.go(...all.slice(0, 4));
  site.settle();
  expect(site.activeAlarms()).toEqual(['down site', 'off ap9']);
  site.go(...all.slice(4, 9));
  site.pass(30);
  site.settle();
  expect(site.activeAlarms()).toEqual(['down site', 'off ap9']);
  const outage = site.open().find(({ ruleId }) => ruleId === 'down');
  // A device that was offline before has its own alarm.
  expect(site.consequencesOf(outage)).toEqual(all.slice(0, 9));
  expect(site.settle()).toEqual(NOTHING);

  site.comeBack(...all.slice(0, 7));
  site.settle();
  expect(site.activeAlarms()).toEqual(['down site', 'off ap9']);
  site.comeBack('ap9');
  site.settle();
  expect(site.activeAlarms()).toEqual([]);
  site.pass(4);
  site.comeBack('ap7');
  expect(site.settle()).toEqual(NOTHING);
  site.pass(1);
  site.settle();
  expect(site.activeAlarms()).toEqual(['off ap8']);
  site.comeBack('ap8');
  site.settle();
  expect(site.activeAlarms()).toEqual([]);
});

test.each([
  ['two devices are no site outage', 2, 2, false],
  ['three of six devices are a site outage', 6, 3, true],
  ['three of seven devices are no site outage', 7, 3, false],
])('%s', (_, count, away, isOutage) => {
  site.rules = [SITE_OUTAGE];
  site.go(...addAps(count).slice(0, away));
  site.settle();
  expect(site.activeAlarms()).toEqual(isOutage ? ['down site'] : []);
});

test('devices in maintenance make no site outage until maintenance ends', () => {
  const all = addAps(6);
  for (const id of all) site.suppressed.add(id);
  site.go(...all);
  site.pass(20);
  expect(site.settle()).toEqual(NOTHING);
  site.suppressed.clear();
  site.settle();
  expect(site.activeAlarms()).toEqual(['down site']);
  // An active alarm does not end because maintenance begins.
  for (const id of all) site.suppressed.add(id);
  expect(site.settle()).toEqual(NOTHING);
});

test('an alarm cleared by a person is raised again only after a recovery', () => {
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
  expect(site.activeAlarms()).toEqual(['down site']);
  site.endByHand(site.open()[0]);
  site.pass(60);
  site.settle();
  // Devices that stay offline have their own alarms, and the site has no second one.
  expect(site.activeAlarms()).toEqual(all.map((id) => `off ${id}`));
  site.comeBack(...all.slice(0, 9));
  site.settle();
  expect(site.activeAlarms()).toEqual(['off ap9']);
  site.go(...all.slice(0, 9));
  site.settle();
  expect(site.activeAlarms()).toEqual(['down site', 'off ap9']);
});

test('a rule that is deleted or changes its scope leaves no alarm', () => {
  const all = addAps(4);
  site.add('gw', 'gateway');
  site.rules = [OFFLINE, SITE_OUTAGE];
  site.go(...all);
  site.settle();
  site.rules = [OFFLINE];
  expect(site.settle().cleared).toMatchObject([{ reason: 'ruleChanged' }]);
  site.pass(5);
  site.settle();
  expect(site.activeAlarms()).toEqual(all.map((id) => `off ${id}`));
  site.rules = [namedRule('off', 'deviceOffline', OFFLINE.levels, { kinds: ['gateway'] })];
  expect(site.settle().cleared.map(({ reason }) => reason)).toEqual(all.map(() => 'ruleChanged'));
  expect(site.activeAlarms()).toEqual([]);
});

test('a device below a manual link is a consequence', () => {
  const world = new SimulatedSite([OFFLINE]);
  world.add('sw', 'switch');
  world.add('ap');
  world.add('other');
  world.go('sw', 'ap', 'other');
  world.drawn = [{ lowerId: 'ap', upperId: 'sw' }];
  world.pass(6);
  world.settle();
  expect(world.activeAlarms()).toEqual(['off other', 'off sw']);
  expect(world.consequencesOf(world.open().find(({ key }) => key === 'sw'))).toEqual(['ap']);
});

test('evaluation is idempotent, consequences raise nothing, and nothing is left when all are back', () => {
  const names = ['gw', 'sw', 'ac', 'a', 'b', 'c', 'd', 'e'];
  const id = fc.constantFrom(...names);
  const step = fc.oneof(
    fc.record({ do: fc.constant('go' as const), id }),
    fc.record({ do: fc.constant('back' as const), id }),
    fc.record({ do: fc.constant('suppressed' as const), id }),
    fc.record({ do: fc.constant('pass' as const), minutes: fc.integer({ min: 1, max: 70 }) }),
    fc.record({ do: fc.constant('power' as const), on: fc.boolean() }),
  );
  fc.assert(
    fc.property(fc.array(step, { maxLength: 30 }), fc.boolean(), (steps, isPatient) => {
      const world = new SimulatedSite([isPatient ? DELAYED : SITE_OUTAGE, OFFLINE]);
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
        else if (one.do === 'suppressed') {
          if (!world.suppressed.delete(one.id)) world.suppressed.add(one.id);
        } else goBack(one.id, one.do === 'go');
        const { raised } = world.settle();
        expect(world.decide()).toEqual(NOTHING);
        const uplinks = uplinksOf([...world.devices.values()], world.ties, world.drawn);
        const offline = raised.flatMap(({ finding }) => finding.subject.deviceId ?? []);
        const isPlanned = (name: string) =>
          [name, ...upstreamOf(uplinks, name)].some((above) => world.suppressed.has(above) && isAway(above));
        if (raised.some(({ finding }) => finding.subject.deviceId === null)) {
          expect(names.filter((name) => isAway(name) && !isPlanned(name)).length).toBeGreaterThanOrEqual(4);
        }
        for (const name of offline) {
          expect(world.suppressed.has(name)).toBe(false);
          expect([...upstreamOf(uplinks, name)].filter(isAway)).toEqual([]);
        }
        // Of eight devices, one that is offline alone has its own alarm, as has one that went offline later.
        const outage = world.open().find(({ ruleId }) => ruleId === 'down');
        if (outage !== undefined && names.filter(isAway).length > 1) {
          const covered = offline.filter(
            (name) => (world.devices.get(name)?.offlineAt ?? 0) <= outage.raisedAt,
          );
          expect(covered).toEqual([]);
        }
        expect(new Set(world.activeAlarms()).size).toBe(world.open().length);
      }
      for (const name of names) goBack(name, false);
      world.pass(30);
      world.settle();
      expect(world.activeAlarms()).toEqual([]);
    }),
    { numRuns: 300 },
  );
});
