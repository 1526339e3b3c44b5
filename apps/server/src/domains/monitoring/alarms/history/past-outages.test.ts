import { HOUR, MINUTE } from '@airloom/contract/time';
import { expect, test } from 'vitest';
import { alarmsOfOutages, type OutageOfDevice } from './past-outages.ts';

const BEGAN = new Date('2026-11-01T08:00:00Z');

function outage(deviceId: string, given: Partial<OutageOfDevice> = {}): OutageOfDevice {
  return {
    deviceId,
    deviceName: deviceId,
    deviceKind: 'ap',
    beganAt: BEGAN,
    endedAt: new Date(BEGAN.getTime() + 3 * HOUR),
    ...given,
  };
}

test('an outage of a device is an alarm of the rule of its kind, from its threshold to its end', () => {
  expect(alarmsOfOutages([outage('one')], 10)).toEqual([
    {
      rule: 'apOffline',
      device: { deviceId: 'one', deviceName: 'one', deviceKind: 'ap' },
      raisedAt: new Date(BEGAN.getTime() + 5 * MINUTE),
      clearedAt: new Date(BEGAN.getTime() + 3 * HOUR),
      value: 5,
      consequences: [],
    },
  ]);
  expect(alarmsOfOutages([outage('one', { deviceKind: 'gateway' })], 10)).toMatchObject([
    { rule: 'headOffline', value: 3 },
  ]);
});

test('an outage of most devices of a site is one alarm with its consequences', () => {
  const ids = ['one', 'two', 'three'];
  const later = outage('one', {
    beganAt: new Date(BEGAN.getTime() + 24 * HOUR),
    endedAt: new Date(BEGAN.getTime() + 30 * HOUR),
  });
  const alarms = alarmsOfOutages([...ids.map((id) => outage(id)), later], 6);
  expect(alarms).toMatchObject([
    {
      rule: 'siteOffline',
      device: null,
      value: 50,
      consequences: ids,
      raisedAt: new Date(BEGAN.getTime() + MINUTE),
    },
    { rule: 'apOffline' },
  ]);
  expect(
    alarmsOfOutages(
      ids.map((id) => outage(id)),
      7,
    ),
  ).toHaveLength(3);
});

test('an outage that ends before its alarm would be raised is none', () => {
  expect(alarmsOfOutages([outage('one', { endedAt: new Date(BEGAN.getTime() + 4 * MINUTE) })], 10)).toEqual(
    [],
  );
});
