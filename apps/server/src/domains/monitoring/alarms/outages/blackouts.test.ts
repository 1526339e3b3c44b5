import { beforeEach, expect, test } from 'vitest';
import { DarkSite, namedRule, shippedRules } from '../testing/dark-site.ts';

const LOOK_EVERY = 1 / 3;

let site: DarkSite;
beforeEach(() => {
  site = new DarkSite(shippedRules());
});

function addAps(count: number): string[] {
  const ids = Array.from({ length: count }, (_, index) => `ap${index}`);
  for (const id of ids) site.add(id);
  return ids;
}

/** Time passes, and somebody looks as often as the sweep does. */
function live(minutes: number): void {
  const end = site.now + minutes * 60_000;
  while (site.now < end) {
    site.pass(Math.min(LOOK_EVERY, (end - site.now) / 60_000));
    site.settle();
  }
}

/** The site goes dark for so long, and is back for so long, again and again. */
function flap(times: number, dark: number, light: number, ids: readonly string[]): void {
  for (let time = 0; time < times; time += 1) {
    site.go(...ids);
    site.settle();
    live(dark);
    site.comeBack(...ids);
    site.settle();
    live(light);
  }
}

const raised = () => site.alarms.map(({ ruleId, key }) => `${ruleId} ${key}`);

interface Wiring {
  readonly above: string;
  readonly behind: readonly string[];
}

/** Its devices, and which of them the others hang at. */
const WIRINGS: readonly [string, () => Wiring][] = [
  [
    'the only gateway',
    () => {
      site.add('gw', 'gateway');
      return { above: 'gw', behind: addAps(5) };
    },
  ],
  [
    'a switch that tells of them',
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
    'a switch that was drawn above them',
    () => {
      site.add('sw', 'switch');
      const behind = addAps(5);
      site.drawn = behind.map((lowerId) => ({ lowerId, upperId: 'sw' }));
      return { above: 'sw', behind };
    },
  ],
];

test.each(WIRINGS)('while %s restarts as planned, what hangs behind it is no blackout', (_, build) => {
  const { above, behind } = build();
  site.quiet.add(above);
  site.go(above);
  live(1);
  // Connections that only seem to stand are given up late.
  site.go(...behind);
  live(5);
  site.comeBack(above);
  // Nothing is asked of one that is there.
  site.quiet.delete(above);
  live(4);
  site.comeBack(...behind);
  live(30);
  expect(raised()).toEqual([]);
});

test.each(WIRINGS)('those who do not follow %s when it is back are one', (_, build) => {
  const { above, behind } = build();
  site.quiet.add(above);
  site.go(above, ...behind);
  live(4);
  site.comeBack(above);
  site.quiet.delete(above);
  live(6);
  expect(raised()).toEqual(['siteOffline site']);
  expect(site.consequencesOf(site.open()[0])).toEqual(behind);
});

test('who is away beside those behind it makes a blackout all the same', () => {
  site.add('sw', 'switch');
  const all = addAps(9);
  site.drawn = all.slice(0, 2).map((lowerId) => ({ lowerId, upperId: 'sw' }));
  site.quiet.add('sw');
  site.go('sw', ...all);
  live(2);
  expect(raised()).toEqual(['siteOffline site']);
});

test('a site is told of when it has been dark for as long as the rule asks, and nobody of it before', () => {
  const all = addAps(10);
  site.go(...all.slice(0, 4));
  live(0.5);
  site.go(...all.slice(4));
  live(0.9);
  expect(raised()).toEqual([]);
  live(0.1);
  expect(site.alarms).toMatchObject([{ ruleId: 'siteOffline', value: 100 }]);
  const patient = new DarkSite([
    namedRule('dark', 'siteOffline', [{ level: 'urgent', threshold: 50 }], { holdMinutes: 10 }),
    namedRule('off', 'deviceOffline', [{ level: 'important', threshold: 5 }]),
  ]);
  site = patient;
  const more = addAps(6);
  site.go(...more);
  live(9.9);
  expect(raised()).toEqual([]);
  live(0.4);
  expect(raised()).toEqual(['dark site']);
  expect(site.consequencesOf(site.open()[0])).toEqual(more);
});

test('a line that drops once and for a moment is nothing', () => {
  flap(1, 0.9, 60, addAps(10));
  flap(1, 0.9, 60, [...site.devices.keys()]);
  expect(raised()).toEqual([]);
});

test('one blackout is over as soon as power is back', () => {
  const all = addAps(10);
  site.go(...all);
  live(12);
  site.comeBack(...all.slice(0, 7));
  site.settle();
  expect(site.open()).toHaveLength(1);
  site.comeBack('ap7');
  site.settle();
  expect(site.alarms).toMatchObject([{ ruleId: 'siteOffline', clearedAt: site.now }]);
});

test('one that was short is over ten minutes after it was raised', () => {
  const all = addAps(10);
  site.go(...all);
  live(3);
  site.comeBack(...all);
  live(7.6);
  expect(site.open()).toHaveLength(1);
  live(0.8);
  expect(site.alarms).toMatchObject([{ ruleId: 'siteOffline', clearReason: 'recovered' }]);
});

test.each([
  ['for a minute every two', 1, 1, 20],
  ['for a minute six times an hour', 1, 9, 12],
  ['for moments six times an hour', 0.5, 9.5, 12],
  ['for four minutes every twenty-five, after two near each other', 4, 21, 6],
])('a line that drops %s is one alarm', (_, dark, light, times) => {
  const all = addAps(10);
  if (light > 20) flap(1, dark, 2, all);
  flap(times, dark, light, all);
  expect(raised()).toEqual(['siteOffline site']);
  live(31 - light);
  expect(site.open()).toEqual([]);
});

test('that it was restarted as planned before does not make a line unsteady', () => {
  site.add('gw', 'gateway');
  const all = ['gw', ...addAps(9)];
  site.quiet.add('gw');
  const began = site.now;
  flap(1, 3, 20, all);
  site.quiet.delete('gw');
  site.planned.set('gw', [{ from: began, to: began + 13 * 60_000 }]);
  site.go(...all);
  live(0.9);
  expect(raised()).toEqual([]);
  live(15);
  site.comeBack(...all);
  site.settle();
  expect(site.alarms).toMatchObject([{ ruleId: 'siteOffline', clearReason: 'recovered' }]);
});

test('while nobody knows yet whether it is over, who stays away is told of', () => {
  const all = addAps(10);
  flap(2, 2, 1, all);
  site.go('ap9');
  live(4.9);
  expect(site.standing()).toEqual(['siteOffline site']);
  live(0.5);
  expect(site.standing()).toEqual(['apOffline ap9', 'siteOffline site']);
  // It goes with the others now and then, and its alarm with it.
  site.comeBack('ap9');
  live(30);
  expect(site.open()).toEqual([]);
  expect(site.alarms).toHaveLength(2);
});

test('one that comes and goes by itself does not keep the alarm of its site', () => {
  const all = addAps(10);
  flap(2, 2, 1, all);
  for (let time = 0; time < 8; time += 1) flap(1, 1, 3, ['ap0']);
  expect(site.standing()).not.toContain('siteOffline site');
});

test('what a person ended begins to count anew', () => {
  const all = addAps(10);
  flap(2, 2, 1, all);
  site.endByHand(site.open()[0]);
  live(1);
  flap(1, 0.9, 1, all);
  expect(site.open()).toEqual([]);
  flap(1, 0.9, 1, all);
  expect(site.standing()).toEqual(['siteOffline site']);
});
