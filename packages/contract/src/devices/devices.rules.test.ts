import { describe, expect, test } from 'vitest';
import type { DeviceKind } from './device-classes.ts';
import { deviceFields, deviceRow } from './devices.rules.ts';
import { statusOfWhole } from './devices.states.ts';

const MAC = '90-3C-B3-BB-1D-A8';
const CAP_SN = 'WL12345AB105XXXXX1';

function problemsOf(kind: DeviceKind, row: object): string[] {
  const parsed = deviceRow(kind).safeParse({
    sn: '',
    mac: MAC,
    name: 'Lobby',
    position: '',
    remark: '',
    ...row,
  });
  return (parsed.error?.issues ?? []).map((issue) => `${issue.path.join('.')} ${issue.message}`);
}

describe('a device to register', () => {
  test.each<[string, DeviceKind, object]>([
    ['a cloud AP with its number', 'ap', { sn: CAP_SN }],
    ["another maker's access point with its number", 'ap', { sn: 'EC2109000123' }],
    ["another maker's with a number of 30", 'ap', { sn: 'A'.repeat(30) }],
    ['an AP known by its address alone', 'ap', {}],
    ['an AP with a long name', 'ap', { name: 'x'.repeat(255) }],
    ['a controller with any number', 'ac', { sn: 'A'.repeat(30) }],
    [
      'a switch at its bounds',
      'switch',
      { name: 'x'.repeat(64), position: 'y'.repeat(64), remark: 'z'.repeat(200) },
    ],
    [
      'a gateway at its bounds',
      'gateway',
      { name: 'x'.repeat(30), position: 'y'.repeat(128), remark: 'z'.repeat(255) },
    ],
    ['Chinese remarks of 66 characters on a switch', 'switch', { remark: '中'.repeat(66) }],
  ])('%s passes', (_, kind, row) => expect(problemsOf(kind, row)).toEqual([]));

  test.each<[string, DeviceKind, object, string]>([
    ['a cloud AP with too short a number', 'ap', { sn: 'WL123' }, 'sn validation.capSn'],
    ['a cloud AP in small letters', 'ap', { sn: CAP_SN.toLowerCase() }, 'sn validation.capSn'],
    ['an AP with a hyphen in its number', 'ap', { sn: 'EC-1' }, 'sn validation.sn'],
    ['an AP with a number of 31', 'ap', { sn: 'A'.repeat(31) }, 'sn validation.tooLong'],
    ['a cloud AP of day 32', 'ap', { sn: 'WL12345AB132XXXXX1' }, 'sn validation.capSn'],
    ['a number with a hyphen', 'ac', { sn: 'A-1' }, 'sn validation.sn'],
    ['a Chinese number', 'ac', { sn: '设备' }, 'sn validation.sn'],
    ['a number of 31', 'ac', { sn: 'A'.repeat(31) }, 'sn validation.tooLong'],
    ['no address', 'ap', { mac: '' }, 'mac validation.required'],
    ['half an address', 'ap', { mac: '90-3C' }, 'mac validation.mac'],
    ['an AP name of 256', 'ap', { name: 'x'.repeat(256) }, 'name validation.tooLong'],
    ['a gateway name of 31', 'gateway', { name: 'x'.repeat(31) }, 'name validation.tooLong'],
    ['a switch without a name', 'switch', { name: '' }, 'name validation.required'],
    ['a switch name of 65', 'switch', { name: 'x'.repeat(65) }, 'name validation.tooLong'],
    ['a forbidden character', 'ap', { name: 'a<b' }, 'name validation.forbiddenCharacter'],
    ['a position of 129', 'ap', { position: 'x'.repeat(129) }, 'position validation.tooLong'],
    ['a switch location of 65', 'switch', { position: 'x'.repeat(65) }, 'position validation.tooLong'],
    ['a remark of 256', 'ap', { remark: 'x'.repeat(256) }, 'remark validation.tooLong'],
    ['a switch remark of 201 bytes', 'switch', { remark: '中'.repeat(67) }, 'remark validation.tooManyBytes'],
  ])('%s does not', (_, kind, row, problem) => expect(problemsOf(kind, row)).toContain(problem));

  test('uses the serial number or MAC address as the name of a device without one', () => {
    expect(deviceRow('ap').parse({ sn: CAP_SN, mac: MAC, name: ' ' }).name).toBe(CAP_SN);
    expect(deviceRow('ac').parse({ sn: '', mac: '903cb3bb1da8', name: '' }).name).toBe(MAC);
  });
});

test('field limits of an existing device depend on its kind', () => {
  const name = 'x'.repeat(40);
  expect(deviceFields('switch').safeParse({ name }).success).toBe(true);
  expect(deviceFields('ac').safeParse({ name }).success).toBe(false);
});

test.each([
  [['online', 'online'], 'online'],
  [['online', 'offline'], 'partlyOffline'],
  [['offline'], 'offline'],
  [[], 'offline'],
  [['partlyOffline', 'online'], 'partlyOffline'],
  [['neverConnected'], 'neverConnected'],
  [['neverConnected', 'online'], 'online'],
  [['neverConnected', 'offline'], 'offline'],
  [['neverConnected', 'online', 'offline'], 'partlyOffline'],
] as const)('a whole of %j is %s', (parts, whole) => expect(statusOfWhole(parts)).toBe(whole));
