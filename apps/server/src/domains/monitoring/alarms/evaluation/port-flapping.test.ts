import { beforeEach, expect, test } from 'vitest';
import { DarkSite, namedRule } from '../testing/dark-site.ts';

const FLAPPING = namedRule('port', 'portFlapping', [{ level: 'secondary', threshold: 10 }]);
const MINUTE = 60_000;

let site: DarkSite;
beforeEach(() => {
  site = new DarkSite([FLAPPING]);
  site.add('sw', 'switch');
});

/** Every half minute. */
function lose(times: number, port: string): void {
  for (let time = 0; time < times; time += 1) {
    site.loseLink('sw', port);
    site.settle();
    site.pass(0.5);
  }
}

test('a port that loses its link every half minute is one alarm until it has calmed down', () => {
  lose(9, 'p1');
  expect(site.alarms).toEqual([]);
  lose(21, 'p1');
  lose(3, 'p2');
  expect(site.alarms).toMatchObject([{ key: 'sw p1', value: 30, clearedAt: null }]);
  site.pass(45);
  site.settle();
  expect(site.standing()).toEqual(['port sw p1']);
  site.pass(14);
  site.settle();
  expect(site.alarms).toMatchObject([{ clearReason: 'recovered' }]);
});

test('two ports of a device are two alarms, and a person ends one of them', () => {
  lose(10, 'p1');
  lose(10, 'p2');
  expect(site.standing()).toEqual(['port sw p1', 'port sw p2']);
  site.endByHand(site.open()[0]);
  site.settle();
  expect(site.standing()).toEqual(['port sw p2']);
  site.pass(1);
  lose(10, 'p1');
  expect(site.standing()).toEqual(['port sw p1', 'port sw p2']);
});

test('what is planned, or what the device at the far end does, is not the port’s', () => {
  site.planned.set('sw', [{ from: site.now, to: site.now + 10 * MINUTE }]);
  lose(12, 'p1');
  site.add('ap', 'ap');
  const serial = site.devices.get('sw')?.serial ?? '';
  site.ties = [
    {
      deviceId: 'ap',
      uplinkPorts: [],
      meshParent: null,
      links: [{ port: 'e', peerMac: serial, peerPort: 'p2' }],
    },
  ];
  site.pass(10);
  for (let time = 0; time < 5; time += 1) {
    site.go('ap');
    lose(4, 'p2');
    site.comeBack('ap');
  }
  expect(site.alarms).toEqual([]);
  lose(12, 'p3');
  expect(site.standing()).toEqual(['port sw p3']);
});

test('ends with the rule, and with what the rule speaks of', () => {
  lose(10, 'p1');
  site.rules = [namedRule('port', 'portFlapping', FLAPPING.levels, { kinds: ['gateway'] })];
  expect(site.settle().cleared).toMatchObject([{ reason: 'ruleChanged' }]);
});
