import { beforeEach, describe, expect, test } from 'vitest';
import { namedRule, SimulatedSite } from '../testing/simulated-site.ts';

const SITE_OFFLINE = namedRule('down', 'siteOffline', [{ level: 'urgent', threshold: 50 }]);
const DEVICE_OFFLINE = namedRule('off', 'deviceOffline', [{ level: 'important', threshold: 5 }]);

let site: SimulatedSite;
beforeEach(() => {
  site = new SimulatedSite([SITE_OFFLINE, DEVICE_OFFLINE]);
});

function addAps(count: number, given: { managedBy?: string; isProven?: boolean } = {}, prefix = 'ap') {
  const ids = Array.from({ length: count }, (_, index) => `${prefix}${index}`);
  for (const id of ids) site.add(id, 'ap', given);
  return ids;
}

describe('controller members without a certificate of their own', () => {
  test('do not make a site offline and do not suppress other devices', () => {
    site.add('ctl', 'ac');
    const invented = addAps(60, { managedBy: 'ctl', isProven: false }, 'fake');
    const [real = ''] = addAps(4);
    site.go(...invented);
    site.settle();
    expect(site.activeAlarms()).toEqual([]);
    site.go(real);
    site.pass(5);
    site.settle();
    expect(site.activeAlarms()).not.toContain('down site');
    expect(site.activeAlarms()).toContain(`off ${real}`);
  });

  test('do not hide an outage by staying online', () => {
    site.add('ctl', 'ac');
    addAps(60, { managedBy: 'ctl', isProven: false }, 'fake');
    site.go(...addAps(6));
    site.settle();
    expect(site.activeAlarms()).toEqual(['down site']);
  });

  test('are consequences of a site outage that takes their controller', () => {
    site.add('ctl', 'ac');
    const members = addAps(2, { managedBy: 'ctl', isProven: false }, 'member');
    const all = ['ctl', ...addAps(5), ...members];
    site.go(...all);
    site.settle();
    site.pass(60);
    site.settle();
    expect(site.activeAlarms()).toEqual(['down site']);
    expect(site.consequencesOf(site.open()[0])).toEqual(all.toSorted());
  });
});

describe('a device that goes offline during a site outage', () => {
  test('has an alarm of its own when it goes after the outage', () => {
    const all = addAps(10);
    site.go(...all.slice(0, 6));
    site.settle();
    site.pass(60);
    site.settle();
    site.go('ap9');
    site.pass(4.9);
    site.settle();
    expect(site.activeAlarms()).toEqual(['down site']);
    site.pass(0.1);
    site.settle();
    expect(site.activeAlarms()).toEqual(['down site', 'off ap9']);
    expect(site.consequencesOf(site.open()[0])).toEqual(all.slice(0, 6));
  });

  test('keeps its alarm when others return meanwhile', () => {
    const all = addAps(10);
    site.go(...all.slice(0, 6));
    site.settle();
    site.pass(60);
    site.go('ap9');
    site.settle();
    site.pass(2);
    site.comeBack('ap0', 'ap1');
    site.settle();
    site.pass(3);
    site.settle();
    expect(site.activeAlarms()).toEqual(['down site', 'off ap9']);
  });

  test('is a consequence when its connection times out within two minutes', () => {
    const all = addAps(10);
    site.go(...all.slice(0, 6));
    site.settle();
    site.pass(2);
    site.go('ap9');
    site.pass(60);
    site.settle();
    expect(site.activeAlarms()).toEqual(['down site']);
  });

  test('is a consequence of the second drop of an unstable line', () => {
    const all = addAps(10);
    site.go(...all);
    site.settle();
    site.pass(3);
    site.comeBack(...all);
    site.settle();
    site.pass(20);
    site.go(...all);
    site.settle();
    site.pass(20);
    site.settle();
    expect(site.activeAlarms()).toEqual(['down site']);
  });
});

describe('an alarm that a person clears', () => {
  test('leaves alarms of the devices that stay offline, when it was about their site', () => {
    const all = addAps(10);
    site.go(...all.slice(0, 6));
    site.settle();
    site.pass(10);
    site.endByHand(site.open()[0]);
    site.settle();
    site.pass(4.9);
    site.settle();
    expect(site.activeAlarms()).toEqual([]);
    // A flapping device delays nothing.
    site.go('ap9');
    site.comeBack('ap9');
    site.pass(0.1);
    site.settle();
    expect(site.activeAlarms()).toEqual(all.slice(0, 6).map((id) => `off ${id}`));
  });

  test('does not silence devices that go offline afterwards', () => {
    const all = addAps(10);
    site.go(...all.slice(0, 6));
    site.settle();
    site.endByHand(site.open()[0]);
    site.pass(30);
    site.settle();
    site.go('ap8');
    site.pass(5);
    site.settle();
    expect(site.activeAlarms()).toContain('off ap8');
  });

  test('leaves alarms of the devices behind, when it was about their controller', () => {
    site.add('ctl', 'ac');
    const members = addAps(2, { managedBy: 'ctl' });
    addAps(8, {}, 'free');
    site.go('ctl', ...members);
    site.pass(5);
    site.settle();
    expect(site.activeAlarms()).toEqual(['off ctl']);
    site.endByHand(site.open()[0]);
    site.pass(4.9);
    site.settle();
    expect(site.activeAlarms()).toEqual([]);
    site.pass(0.1);
    site.settle();
    expect(site.activeAlarms()).toEqual(members.map((id) => `off ${id}`));
  });
});
