import { beforeEach, expect, test } from 'vitest';
import { namedRule, SimulatedSite } from '../testing/simulated-site.ts';

const NOTHING = { raised: [], relevelled: [], worsened: [], cleared: [], links: [] };
const SITE_OUTAGE = namedRule('down', 'siteOffline', [{ level: 'urgent', threshold: 50 }]);
const OFFLINE = namedRule('off', 'deviceOffline', [
  { level: 'urgent', threshold: 60 },
  { level: 'important', threshold: 5 },
]);
const FLAPPING = namedRule('flap', 'deviceFlapping', [{ level: 'important', threshold: 4 }]);

let site: SimulatedSite;
beforeEach(() => {
  site = new SimulatedSite([SITE_OUTAGE, OFFLINE, FLAPPING]);
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

test('a flapping device has one alarm until it is stable', () => {
  addAps(10);
  flap(3, 'ap1');
  expect(site.activeAlarms()).toEqual([]);
  flap(5, 'ap1');
  expect(site.alarms).toHaveLength(1);
  expect(site.activeAlarms()).toEqual(['flap ap1']);
  site.pass(52);
  site.settle();
  expect(site.activeAlarms()).toEqual(['flap ap1']);
  site.pass(6);
  site.settle();
  expect(site.activeAlarms()).toEqual([]);
  // A person cleared it: earlier drops do not count again.
  flap(4, 'ap1');
  site.endByHand(site.open()[0]);
  site.pass(1);
  flap(3, 'ap1');
  expect(site.activeAlarms()).toEqual([]);
  flap(1, 'ap1');
  expect(site.activeAlarms()).toEqual(['flap ap1']);
});

test('a flapping device gets no offline alarm until it stays offline', () => {
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
  expect(site.activeAlarms()).toEqual(['flap ap1']);
  site.go('ap1');
  site.pass(29);
  site.settle();
  expect(site.activeAlarms()).toEqual(['flap ap1']);
  site.pass(1);
  site.settle();
  expect(site.activeAlarms()).toContain('off ap1');
  site.comeBack('ap1');
  site.pass(61);
  site.settle();
  expect(site.activeAlarms()).toEqual([]);
  expect(site.alarms).toHaveLength(2);
});

test('planned restarts, site outages and drops of parent devices do not count as flapping', () => {
  const all = addAps(10);
  site.planned.set('ap1', [{ from: site.now, to: site.now + 30 * 60_000 }]);
  flap(6, 'ap1');
  expect(site.alarms).toEqual([]);
  flap(6, ...all);
  expect(site.alarms.map(({ ruleId }) => ruleId)).toEqual(['down']);
  site.pass(120);
  site.add('gw', 'gateway');
  site.rules = [OFFLINE, FLAPPING];
  flap(6, 'gw', ...all);
  expect(site.activeAlarms()).toEqual(['flap gw']);
});

test('devices below a parent that is restarted as planned do not flap', () => {
  const all = addAps(10);
  site.add('gw', 'gateway');
  site.rules = [OFFLINE, FLAPPING];
  site.planned.set('gw', [{ from: site.now, to: site.now + 30 * 60_000 }]);
  flap(6, 'gw', ...all);
  expect(site.alarms).toEqual([]);
});

test('an alarm keeps the worst value of a site outage and of flapping', () => {
  const all = addAps(10);
  site.go(...all.slice(0, 5));
  site.settle();
  expect(site.open()).toMatchObject([{ ruleId: 'down', value: 50 }]);
  site.go(...all.slice(5));
  expect(site.settle()).toMatchObject({ raised: [], relevelled: [], worsened: [{ value: 100 }] });
  expect(site.settle()).toEqual(NOTHING);
  site.comeBack(...all.slice(0, 4));
  expect(site.settle()).toEqual(NOTHING);
  expect(site.open()).toMatchObject([{ ruleId: 'down', value: 100 }]);
  site.comeBack(...all);
  site.pass(119);
  site.settle();
  site.pass(1);
  flap(6, 'ap1');
  expect(site.open()).toMatchObject([{ ruleId: 'flap', value: 6 }]);
});
