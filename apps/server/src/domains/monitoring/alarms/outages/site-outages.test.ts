import { beforeEach, expect, test } from 'vitest';
import { namedRule, SimulatedSite, shippedRules } from '../testing/simulated-site.ts';

const SWEEP_MINUTES = 1 / 3;

let site: SimulatedSite;
beforeEach(() => {
  site = new SimulatedSite(shippedRules());
});

function addAps(count: number): string[] {
  const ids = Array.from({ length: count }, (_, index) => `ap${index}`);
  for (const id of ids) site.add(id);
  return ids;
}

/** Advances the clock and evaluates as often as the sweep does. */
function advance(minutes: number): void {
  const end = site.now + minutes * 60_000;
  while (site.now < end) {
    site.pass(Math.min(SWEEP_MINUTES, (end - site.now) / 60_000));
    site.settle();
  }
}

/** The site goes offline and returns repeatedly, for these minutes each. */
function flap(times: number, offlineMinutes: number, onlineMinutes: number, ids: readonly string[]): void {
  for (let time = 0; time < times; time += 1) {
    site.go(...ids);
    site.settle();
    advance(offlineMinutes);
    site.comeBack(...ids);
    site.settle();
    advance(onlineMinutes);
  }
}

const raised = () => site.alarms.map(({ ruleId, key }) => `${ruleId} ${key}`);

interface Wiring {
  readonly above: string;
  readonly behind: readonly string[];
}

/** Devices of a site and their common parent. */
const WIRINGS: readonly [string, () => Wiring][] = [
  [
    'the only gateway',
    () => {
      site.add('gw', 'gateway');
      return { above: 'gw', behind: addAps(5) };
    },
  ],
  [
    'a switch that reports them',
    () => {
      site.add('sw', 'switch');
      const behind = addAps(5);
      const links = behind.map((id) => {
        return { port: id, peerMac: site.devices.get(id)?.serial ?? '', peerPort: 'eth0' };
      });
      site.ties = [{ deviceId: 'sw', uplinkPorts: [], links, meshParent: null }];
      return { above: 'sw', behind };
    },
  ],
  [
    'a switch above them by manual link',
    () => {
      site.add('sw', 'switch');
      const behind = addAps(5);
      site.drawn = behind.map((lowerId) => ({ lowerId, upperId: 'sw' }));
      return { above: 'sw', behind };
    },
  ],
];

test.each(WIRINGS)('while %s restarts as planned, devices behind it are no site outage', (_, build) => {
  const { above, behind } = build();
  site.suppressed.add(above);
  site.go(above);
  advance(1);
  // Half-open connections time out late.
  site.go(...behind);
  advance(5);
  site.comeBack(above);
  // A device that is online is not suppressed.
  site.suppressed.delete(above);
  advance(4);
  site.comeBack(...behind);
  advance(30);
  expect(raised()).toEqual([]);
});

test.each(WIRINGS)('devices that do not return after %s are a site outage', (_, build) => {
  const { above, behind } = build();
  site.suppressed.add(above);
  site.go(above, ...behind);
  advance(4);
  site.comeBack(above);
  site.suppressed.delete(above);
  advance(6);
  expect(raised()).toEqual(['siteOffline site']);
  expect(site.consequencesOf(site.open()[0])).toEqual(behind);
});

test('other offline devices besides those behind it make a site outage', () => {
  site.add('sw', 'switch');
  const all = addAps(9);
  site.drawn = all.slice(0, 2).map((lowerId) => ({ lowerId, upperId: 'sw' }));
  site.suppressed.add('sw');
  site.go('sw', ...all);
  advance(2);
  expect(raised()).toEqual(['siteOffline site']);
});

test('raises the site alarm after the hold time of the rule, and no device alarms before', () => {
  const all = addAps(10);
  site.go(...all.slice(0, 4));
  advance(0.5);
  site.go(...all.slice(4));
  advance(0.9);
  expect(raised()).toEqual([]);
  advance(0.1);
  expect(site.alarms).toMatchObject([{ ruleId: 'siteOffline', value: 100 }]);
  const patient = new SimulatedSite([
    namedRule('down', 'siteOffline', [{ level: 'urgent', threshold: 50 }], { holdMinutes: 10 }),
    namedRule('off', 'deviceOffline', [{ level: 'important', threshold: 5 }]),
  ]);
  site = patient;
  const more = addAps(6);
  site.go(...more);
  advance(9.9);
  expect(raised()).toEqual([]);
  advance(0.4);
  expect(raised()).toEqual(['down site']);
  expect(site.consequencesOf(site.open()[0])).toEqual(more);
});

test('a single short drop raises nothing', () => {
  flap(1, 0.9, 60, addAps(10));
  flap(1, 0.9, 60, [...site.devices.keys()]);
  expect(raised()).toEqual([]);
});

test('clears the alarm as soon as devices are back', () => {
  const all = addAps(10);
  site.go(...all);
  advance(12);
  site.comeBack(...all.slice(0, 7));
  site.settle();
  expect(site.open()).toHaveLength(1);
  site.comeBack('ap7');
  site.settle();
  expect(site.alarms).toMatchObject([{ ruleId: 'siteOffline', clearedAt: site.now }]);
});

test('clears a short outage ten minutes after it was raised', () => {
  const all = addAps(10);
  site.go(...all);
  advance(3);
  site.comeBack(...all);
  advance(7.6);
  expect(site.open()).toHaveLength(1);
  advance(0.8);
  expect(site.alarms).toMatchObject([{ ruleId: 'siteOffline', clearReason: 'recovered' }]);
});

test.each([
  ['for one minute every two minutes', 1, 1, 20],
  ['for one minute six times an hour', 1, 9, 12],
  ['for half a minute six times an hour', 0.5, 9.5, 12],
  ['for four minutes every twenty-five, after two short after another', 4, 21, 6],
])('a line that drops %s has one alarm', (_, offlineMinutes, onlineMinutes, times) => {
  const all = addAps(10);
  if (onlineMinutes > 20) flap(1, offlineMinutes, 2, all);
  flap(times, offlineMinutes, onlineMinutes, all);
  expect(raised()).toEqual(['siteOffline site']);
  advance(31 - onlineMinutes);
  expect(site.open()).toEqual([]);
});

test('an earlier planned restart does not count as a drop', () => {
  site.add('gw', 'gateway');
  const all = ['gw', ...addAps(9)];
  site.suppressed.add('gw');
  const began = site.now;
  flap(1, 3, 20, all);
  site.suppressed.delete('gw');
  site.planned.set('gw', [{ from: began, to: began + 13 * 60_000 }]);
  site.go(...all);
  advance(0.9);
  expect(raised()).toEqual([]);
  advance(15);
  site.comeBack(...all);
  site.settle();
  expect(site.alarms).toMatchObject([{ ruleId: 'siteOffline', clearReason: 'recovered' }]);
});

test('raises device alarms while the site alarm waits for stability', () => {
  const all = addAps(10);
  flap(2, 2, 1, all);
  site.go('ap9');
  advance(4.9);
  expect(site.activeAlarms()).toEqual(['siteOffline site']);
  advance(0.5);
  expect(site.activeAlarms()).toEqual(['apOffline ap9', 'siteOffline site']);
  // It drops with the others now and then, and its alarm is cleared.
  site.comeBack('ap9');
  advance(30);
  expect(site.open()).toEqual([]);
  expect(site.alarms).toHaveLength(2);
});

test('a single flapping device does not keep the site alarm active', () => {
  const all = addAps(10);
  flap(2, 2, 1, all);
  for (let time = 0; time < 8; time += 1) flap(1, 1, 3, ['ap0']);
  expect(site.activeAlarms()).not.toContain('siteOffline site');
});

test('an alarm cleared by a person resets the count of drops', () => {
  const all = addAps(10);
  flap(2, 2, 1, all);
  site.endByHand(site.open()[0]);
  advance(1);
  flap(1, 0.9, 1, all);
  expect(site.open()).toEqual([]);
  flap(1, 0.9, 1, all);
  expect(site.activeAlarms()).toEqual(['siteOffline site']);
});
