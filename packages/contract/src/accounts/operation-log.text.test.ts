import { expect, test } from 'vitest';
import type { OperationLogRow } from './operation-log.model.ts';
import { changesText, objectsText, operationText, valueText } from './operation-log.text.ts';

const TEXTS: Readonly<Record<string, string>> = {
  'operations.updateAlarmRule': 'Changed an alarm rule',
  'operation-log.kind.alarmRule': 'Alarm rule',
  'operation-log.kind.device': 'Device',
  'operation-log.field.name': 'Name',
  'operation-log.field.password': 'Password',
  'operation-log.secretChanged': 'Changed',
  'operation-log.yes': 'Yes',
  'alarms.shipped.highCpu': 'High CPU load',
  'alarms.level.urgent': 'Urgent',
};
const textOf = (key: string) => TEXTS[key] ?? null;

const ENTRY: OperationLogRow = {
  operationUUID: '00000000-0000-4000-8000-000000000001',
  at: '2026-01-01T00:00:00.000Z',
  managerUUID: null,
  userName: '',
  address: '',
  call: 'updateAlarmRule',
  objects: [],
  objectCount: 0,
  earlier: null,
};
const object = { id: '1', siteUUIDs: [], exists: false, changes: [] };

test('names operations and objects, and keeps what has no text', () => {
  expect(operationText(ENTRY, textOf)).toBe('Changed an alarm rule');
  expect(operationText({ call: 'fromLater' }, textOf)).toBe('fromLater');
  const objects = [
    { ...object, kind: 'alarmRule' as const, name: 'highCpu' },
    { ...object, kind: 'device' as const, name: 'lobby' },
  ];
  expect(objectsText({ ...ENTRY, objects, objectCount: 5 }, textOf)).toBe(
    'Alarm rule: High CPU load, Device: lobby, +3',
  );
});

test('shows old and new values, and no values of secrets', () => {
  const changes = [
    { field: 'name', from: 'Lobby', to: 'Hall', secret: false },
    { field: 'password', from: null, to: null, secret: true },
  ];
  const one = { ...object, kind: 'device' as const, name: 'lobby', changes };
  expect(changesText({ ...ENTRY, objects: [one] }, textOf)).toBe('Name: Lobby → Hall; Password: Changed');
  expect(changesText({ ...ENTRY, objects: [one, { ...one, name: 'bar' }] }, textOf)).toContain(
    'Device: bar (',
  );
});

test.each([
  [null, '–'],
  [true, 'Yes'],
  [['a', 'b'], 'a, b'],
  [[{ level: 'urgent', threshold: 90 }], 'Urgent / 90'],
  [[{ level: 'urgent', threshold: null }], 'Urgent'],
  [
    { references: [{ kind: 'alarmRule' as const, id: '1', name: 'highCpu', siteUUID: null }] },
    'High CPU load',
  ],
])('writes the value %j as %s', (value, text) => {
  expect(valueText('levels', value, textOf)).toBe(text);
});

test('writes times as the caller wants', () => {
  expect(valueText('startsAt', '2026-01-01T00:00:00.000Z', textOf, () => 'New Year')).toBe('New Year');
});

test('keeps the text of entries of earlier releases', () => {
  const earlier = { target: 'site Lobby', before: { name: 'Lobby' }, after: null };
  expect(objectsText({ ...ENTRY, earlier }, textOf)).toBe('site Lobby');
  expect(changesText({ ...ENTRY, earlier }, textOf)).toBe('{"name":"Lobby"} → null');
});
