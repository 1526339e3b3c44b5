import { beforeEach, expect, test } from 'vitest';
import { DarkSite, namedRule } from '../testing/dark-site.ts';

const NOTHING = { raised: [], relevelled: [], worsened: [], cleared: [], links: [] };
const BLACKOUT = namedRule('dark', 'siteOffline', [{ level: 'urgent', threshold: 50 }]);
const OFFLINE = namedRule('off', 'deviceOffline', [
  { level: 'urgent', threshold: 60 },
  { level: 'important', threshold: 5 },
]);
const FLAPPING = namedRule('flap', 'deviceFlapping', [{ level: 'important', threshold: 4 }]);

let site: DarkSite;
beforeEach(() => {
  site = new DarkSite([BLACKOUT, OFFLINE, FLAPPING]);
});

function addAps(count: number): string[] {
  const ids = Array.from({ length: count }, (_, index) => `ap${index}`);
  for (const id of ids) site.add(id);
  return ids;
}

function flap(times: number, ...ids: string[]): void {
  for (let time = 0; time < times; time += 1) {
    site.go(...ids);
    site.settle();
    site.pass(1);
    site.comeBack(...ids);
    site.settle();
    site.pass(1);
  }
}

test('a device that comes and goes is one alarm until it has calmed down', () => {
  addAps(10);
  flap(3, 'ap1');
  expect(site.standing()).toEqual([]);
  flap(5, 'ap1');
  expect(site.alarms).toHaveLength(1);
  expect(site.standing()).toEqual(['flap ap1']);
  site.pass(52);
  site.settle();
  expect(site.standing()).toEqual(['flap ap1']);
  site.pass(6);
  site.settle();
  expect(site.standing()).toEqual([]);
  // A person ended it: what was before does not count again.
  flap(4, 'ap1');
  site.endByHand(site.open()[0]);
  site.pass(1);
  flap(3, 'ap1');
  expect(site.standing()).toEqual([]);
  flap(1, 'ap1');
  expect(site.standing()).toEqual(['flap ap1']);
});

test('one that flaps is not told of again each time it is away, until it stays away', () => {
  addAps(10);
  flap(4, 'ap1');
  for (let time = 0; time < 3; time += 1) {
    site.go('ap1');
    site.pass(7);
    site.settle();
    site.comeBack('ap1');
    site.settle();
    site.pass(1);
  }
  expect(site.alarms).toHaveLength(1);
  expect(site.standing()).toEqual(['flap ap1']);
  site.go('ap1');
  site.pass(29);
  site.settle();
  expect(site.standing()).toEqual(['flap ap1']);
  site.pass(1);
  site.settle();
  expect(site.standing()).toContain('off ap1');
  site.comeBack('ap1');
  site.pass(61);
  site.settle();
  expect(site.standing()).toEqual([]);
  expect(site.alarms).toHaveLength(2);
});

test('neither planned restarts nor the going of the whole site nor that of what stands above make it flap', () => {
  const all = addAps(10);
  site.planned.set('ap1', [{ from: site.now, to: site.now + 30 * 60_000 }]);
  flap(6, 'ap1');
  expect(site.alarms).toEqual([]);
  flap(6, ...all);
  expect(site.alarms.map(({ ruleId }) => ruleId)).toEqual(['dark']);
  site.pass(120);
  site.add('gw', 'gateway');
  site.rules = [OFFLINE, FLAPPING];
  flap(6, 'gw', ...all);
  expect(site.standing()).toEqual(['flap gw']);
});

test('what stands below something that is restarted as planned again and again does not flap', () => {
  const all = addAps(10);
  site.add('gw', 'gateway');
  site.rules = [OFFLINE, FLAPPING];
  site.planned.set('gw', [{ from: site.now, to: site.now + 30 * 60_000 }]);
  flap(6, 'gw', ...all);
  expect(site.alarms).toEqual([]);
});

test('an alarm tells the worst so far of a site, and of one that comes and goes', () => {
  const all = addAps(10);
  site.go(...all.slice(0, 5));
  site.settle();
  expect(site.open()).toMatchObject([{ ruleId: 'dark', value: 50 }]);
  site.go(...all.slice(5));
  expect(site.settle()).toMatchObject({ raised: [], relevelled: [], worsened: [{ value: 100 }] });
  expect(site.settle()).toEqual(NOTHING);
  site.comeBack(...all.slice(0, 4));
  expect(site.settle()).toEqual(NOTHING);
  expect(site.open()).toMatchObject([{ ruleId: 'dark', value: 100 }]);
  site.comeBack(...all);
  site.pass(119);
  site.settle();
  site.pass(1);
  flap(6, 'ap1');
  expect(site.open()).toMatchObject([{ ruleId: 'flap', value: 6 }]);
});
