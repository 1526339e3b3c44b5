import { MINUTE } from '@airloom/contract/time';
import { beforeEach, expect, test } from 'vitest';
import { namedRule, SimulatedSite } from '../testing/simulated-site.ts';

const FLAPPING = namedRule('port', 'portFlapping', [{ level: 'secondary', threshold: 10 }]);

let site: SimulatedSite;
beforeEach(() => {
  site = new SimulatedSite([FLAPPING]);
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

test('a port that flaps every half minute has one alarm until it is stable', () => {
  lose(9, 'p1');
  expect(site.alarms).toEqual([]);
  lose(21, 'p1');
  lose(3, 'p2');
  expect(site.alarms).toMatchObject([{ key: 'sw p1', value: 30, clearedAt: null }]);
  site.pass(45);
  site.settle();
  expect(site.activeAlarms()).toEqual(['port sw p1']);
  site.pass(14);
  site.settle();
  expect(site.alarms).toMatchObject([{ clearReason: 'recovered' }]);
});

test('two ports of a device have two alarms, cleared independently', () => {
  lose(10, 'p1');
  lose(10, 'p2');
  expect(site.activeAlarms()).toEqual(['port sw p1', 'port sw p2']);
  site.endByHand(site.open()[0]);
  site.settle();
  expect(site.activeAlarms()).toEqual(['port sw p2']);
  site.pass(1);
  lose(10, 'p1');
  expect(site.activeAlarms()).toEqual(['port sw p1', 'port sw p2']);
});

test('planned drops and drops of the link peer do not count for the port', () => {
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
  expect(site.activeAlarms()).toEqual(['port sw p3']);
});

test('clears the alarm when the rule ends or no longer applies', () => {
  lose(10, 'p1');
  site.rules = [namedRule('port', 'portFlapping', FLAPPING.levels, { kinds: ['gateway'] })];
  expect(site.settle().cleared).toMatchObject([{ reason: 'ruleChanged' }]);
});
