import { describe, expect, test } from 'vitest';
import type { z } from 'zod';
import { ALARM_RULE_LIMITS, MONITORED_CLIENT_LIMITS } from './alarms.limits.ts';
import { alarmRuleInput, alarmsAndNote, maintenanceInput, monitoredTerminals } from './alarms.rules.ts';
import { ALARM_LEVELS, ALARM_TYPE_NAMES, ALARM_TYPES, alarmType, DEFAULT_RULES } from './alarms.types.ts';

const RULE = { name: 'Hot', type: 'highCpu', levels: [{ level: 'urgent', threshold: 90 }] } as const;

/** The first error of each field; empty when valid. */
function faults(schema: z.ZodType, input: unknown): Record<string, string> {
  const issues = schema.safeParse(input).error?.issues ?? [];
  return Object.fromEntries(issues.toReversed().map(({ path, message }) => [path.join('.'), message]));
}

const rule = (fields: object) => faults(alarmRuleInput, { ...RULE, ...fields });
const many = <T>(count: number, make: (index: number) => T) =>
  Array.from({ length: count }, (_, index) => make(index));
const macAt = (index: number) => `02-00-00-00-00-${index.toString(16).padStart(2, '0')}`;
const site = (index: number) => `0190b1a0-0000-7000-8000-${index.toString(16).padStart(12, '0')}`;
const above = (...thresholds: number[]) => ({
  levels: thresholds.map((threshold, index) => ({ level: ALARM_LEVELS[index], threshold })),
});

describe('accepts a rule with', () => {
  test.each<[string, object]>([
    ['a name of one character', { name: 'x' }],
    ['a name of 30', { name: 'x'.repeat(30) }],
    ['a description of 256', { description: 'x'.repeat(256) }],
    ['the lowest threshold', above(1)],
    ['a threshold of ten digits', { type: 'clientCount', ...above(9_999_999_999) }],
    ['a threshold of 100 percent', above(100)],
    ['the weakest signal', { type: 'weakSignal', ...above(-90) }],
    ['the strongest signal', { type: 'weakSignal', ...above(0) }],
    ['four levels, each milder than the one before', above(95, 90, 80, 70)],
    ['weaker signals for graver levels', { type: 'weakSignal', ...above(-85, -80, -70) }],
    ['twenty MAC addresses', { macs: many(20, macAt) }],
    ['MAC addresses in either case', { macs: ['AA-bb-CC-dd-EE-ff'] }],
    ['quiet hours of one minute', { restTimes: [{ from: '12:00', to: '12:00' }] }],
    ['quiet hours over midnight', { restTimes: [{ from: '22:00', to: '06:00' }] }],
    ['quiet hours over midnight that leave one minute', { restTimes: [{ from: '12:01', to: '11:59' }] }],
    [
      'quiet hours that differ in their end',
      {
        restTimes: [
          { from: '12:00', to: '13:00' },
          { from: '12:00', to: '14:00' },
        ],
      },
    ],
    [
      'consecutive holidays',
      {
        holidays: [
          { from: '2026-12-27', to: '2026-12-28' },
          { from: '2026-12-24', to: '2026-12-26' },
        ],
      },
    ],
    ['a holiday of one day', { holidays: [{ from: '2026-12-25', to: '2026-12-25' }] }],
    ['one repetition', { repeat: 1 }],
    ['three repetitions', { repeat: 3 }],
    ['a hold time of a day', { holdMinutes: 1440 }],
    [
      'every mode',
      {
        modes: ['page', 'mail', 'sms', 'webhook'],
        emails: ['a@example.org'],
        phones: ['+48 600100200'],
      },
    ],
    ['no mode: settings may notify', { modes: [] }],
    [
      'quiet hours that leave one minute',
      {
        restTimes: [
          { from: '12:01', to: '23:59' },
          { from: '00:00', to: '11:59' },
        ],
      },
    ],
    ['kinds the type is for', { kinds: ['ap', 'switch'] }],
    ['500 sites', { siteUUIDs: many(500, site) }],
  ])('%s', (_what, fields) => {
    expect(rule(fields)).toEqual({});
  });
});

describe('rejects a rule with', () => {
  test.each<[string, object, Record<string, string>]>([
    ['no name', { name: ' ' }, { name: 'validation.required' }],
    ['a name of 31', { name: 'x'.repeat(31) }, { name: 'validation.tooLong' }],
    ['a description of 257', { description: 'x'.repeat(257) }, { description: 'validation.tooLong' }],
    ['no level', { levels: [] }, { levels: 'validation.required' }],
    [
      'a duplicate level',
      {
        levels: [
          { level: 'urgent', threshold: 90 },
          { level: 'urgent', threshold: 80 },
        ],
      },
      { levels: 'validation.levelsUnique' },
    ],
    ['a threshold of zero', above(0), { 'levels.0.threshold': 'validation.range' }],
    ['a negative threshold', above(-1), { 'levels.0.threshold': 'validation.range' }],
    [
      'a threshold of eleven digits',
      { type: 'clientCount', ...above(10_000_000_000) },
      { 'levels.0.threshold': 'validation.range' },
    ],
    ['more than 100 percent', above(101), { 'levels.0.threshold': 'validation.range' }],
    [
      'no threshold where one is needed',
      { levels: [{ level: 'urgent', threshold: null }] },
      { 'levels.0.threshold': 'validation.required' },
    ],
    [
      'a signal below −90',
      { type: 'weakSignal', ...above(-91) },
      { 'levels.0.threshold': 'validation.range' },
    ],
    ['a signal above 0', { type: 'weakSignal', ...above(1) }, { 'levels.0.threshold': 'validation.range' }],
    ['a milder level that is as high', above(80, 80), { 'levels.1.threshold': 'validation.thresholdOrder' }],
    ['a milder level that is higher', above(80, 90), { 'levels.1.threshold': 'validation.thresholdOrder' }],
    [
      'a milder level with a weaker signal',
      { type: 'weakSignal', ...above(-70, -80) },
      { 'levels.1.threshold': 'validation.thresholdOrder' },
    ],
    [
      'two levels of a type without a value',
      { type: 'rogueAp', ...above(1, 2) },
      { levels: 'validation.tooMany' },
    ],
    [
      'a kind the type does not apply to',
      { type: 'poeOverload', kinds: ['ap'] },
      { kinds: 'validation.kindUnfit' },
    ],
    ['21 MAC addresses', { macs: many(21, macAt) }, { macs: 'validation.tooMany' }],
    ['a MAC address with colons', { macs: ['02:00:00:00:00:01'] }, { 'macs.0': 'validation.mac' }],
    [
      'a duplicate MAC address',
      { macs: ['02-00-00-00-00-aa', '02-00-00-00-00-AA'] },
      { macs: 'validation.duplicate' },
    ],
    [
      'invalid quiet hours',
      { restTimes: [{ from: '24:00', to: '24:30' }] },
      { 'restTimes.0.from': 'validation.time', 'restTimes.0.to': 'validation.time' },
    ],
    [
      'duplicate quiet hours',
      { restTimes: many(2, () => ({ from: '22:00', to: '23:00' })) },
      { restTimes: 'validation.duplicate' },
    ],
    [
      '21 quiet hours',
      { restTimes: many(21, (at) => ({ from: '00:00', to: `01:${10 + at}` })) },
      { restTimes: 'validation.tooMany' },
    ],
    [
      'a holiday without an end',
      { holidays: [{ from: '2026-12-25', to: '' }] },
      { 'holidays.0.to': 'validation.date' },
    ],
    [
      'a day that does not exist',
      { holidays: [{ from: '2026-02-30', to: '2026-03-01' }] },
      { 'holidays.0.from': 'validation.date' },
    ],
    [
      'a holiday that ends before it begins',
      { holidays: [{ from: '2026-12-26', to: '2026-12-25' }] },
      { 'holidays.0.to': 'validation.timeOrder' },
    ],
    [
      'holidays that share their first and last day',
      {
        holidays: [
          { from: '2026-12-26', to: '2026-12-28' },
          { from: '2026-12-24', to: '2026-12-26' },
        ],
      },
      { holidays: 'validation.holidaysOverlap' },
    ],
    [
      'a holiday within another that is not adjacent in the list',
      {
        holidays: [
          { from: '2026-12-01', to: '2026-12-31' },
          { from: '2027-05-01', to: '2027-05-03' },
          { from: '2026-12-25', to: '2026-12-25' },
        ],
      },
      { holidays: 'validation.holidaysOverlap' },
    ],
    [
      'a duplicate holiday',
      { holidays: many(2, () => ({ from: '2026-12-25', to: '2026-12-25' })) },
      { holidays: 'validation.duplicate' },
    ],
    [
      'quiet hours around the clock, over midnight',
      { restTimes: [{ from: '12:00', to: '11:59' }] },
      { restTimes: 'validation.restAlways' },
    ],
    [
      'quiet hours around the clock',
      {
        restTimes: [
          { from: '12:00', to: '23:59' },
          { from: '00:00', to: '11:59' },
        ],
      },
      { restTimes: 'validation.restAlways' },
    ],
    ['mail without recipients', { modes: ['mail'] }, { emails: 'validation.mailToNobody' }],
    [
      'SMS without recipients',
      { modes: ['sms', 'mail'], emails: ['a@example.org'] },
      { phones: 'validation.smsToNobody' },
    ],
    ['no repetition', { repeat: 0 }, { repeat: 'validation.range' }],
    ['four repetitions', { repeat: 4 }, { repeat: 'validation.range' }],
    ['a fractional repetition', { repeat: 1.5 }, { repeat: 'validation.integer' }],
    ['a hold time of more than a day', { holdMinutes: 1441 }, { holdMinutes: 'validation.range' }],
    ['no address', { emails: ['nobody'] }, { 'emails.0': 'validation.email' }],
    [
      'a duplicate address',
      { emails: ['a@example.org', 'A@example.org'] },
      { emails: 'validation.duplicate' },
    ],
    ['no number', { phones: ['600100200x'] }, { 'phones.0': 'validation.phone' }],
    ['501 sites', { siteUUIDs: many(501, site) }, { siteUUIDs: 'validation.tooMany' }],
  ])('%s', (_what, fields, expected) => {
    expect(rule(fields)).toEqual(expected);
  });
});

test('sorts levels with the gravest first', () => {
  const levels = [
    { level: 'notice', threshold: 70 },
    { level: 'urgent', threshold: 95 },
    { level: 'secondary', threshold: 80 },
  ];
  expect(alarmRuleInput.parse({ ...RULE, levels }).levels.map(({ level }) => level)).toEqual([
    'urgent',
    'secondary',
    'notice',
  ]);
});

test.each(Object.entries(DEFAULT_RULES))('the shipped rule %s is valid input', (name, shipped) => {
  expect(faults(alarmRuleInput, { ...shipped, name })).toEqual({});
});

test('has a shipped rule for every type, and for every kind of device that can be offline', () => {
  const shipped = Object.values(DEFAULT_RULES);
  expect(new Set(shipped.map(({ type }) => type))).toEqual(new Set(ALARM_TYPE_NAMES));
  const offline = shipped.filter(({ type }) => type === 'deviceOffline').flatMap(({ kinds }) => [...kinds]);
  expect(offline.toSorted()).toEqual([...ALARM_TYPES.deviceOffline.kinds].toSorted());
});

test.each(ALARM_TYPE_NAMES)('%s has a unit if it has thresholds', (type) => {
  const { unit, holds } = alarmType(type);
  // A type without a value has no duration.
  if (unit === null) expect(holds).toBe(false);
});

const terminal = (address: string, name = '') => ({ mac: address, name });

describe('monitored clients', () => {
  test.each<[string, unknown, Record<string, string>]>([
    ['one', [terminal('02-00-00-00-00-01', 'Till')], {}],
    ['without a name', [terminal('02-00-00-00-00-01')], {}],
    ['twenty', many(ALARM_RULE_LIMITS.macEntriesMax, (index) => terminal(macAt(index))), {}],
    ['none', [], { '': 'validation.required' }],
    [
      '21',
      many(ALARM_RULE_LIMITS.macEntriesMax + 1, (index) => terminal(macAt(index))),
      { '': 'validation.tooMany' },
    ],
    ['no MAC address', [terminal('02-00-00-00-00')], { '0.mac': 'validation.mac' }],
    [
      'one twice',
      [terminal('02-00-00-00-00-aa'), terminal('02-00-00-00-00-AA')],
      { '': 'validation.duplicate' },
    ],
    [
      'a name too long',
      [terminal('02-00-00-00-00-01', 'x'.repeat(MONITORED_CLIENT_LIMITS.nameMax + 1))],
      { '0.name': 'validation.tooLong' },
    ],
  ])('%s', (_what, input, expected) => {
    expect(faults(monitoredTerminals, input)).toEqual(expected);
  });
});

describe('maintenance', () => {
  const input = {
    name: 'Works',
    siteUUIDs: [site(1)],
    from: '2026-11-15T10:00:00Z',
    to: '2026-11-15T11:00:00Z',
  };
  test.each<[string, object, Record<string, string>]>([
    ['of one site', {}, {}],
    ['of none', { siteUUIDs: [] }, { siteUUIDs: 'validation.required' }],
    ['of 501', { siteUUIDs: many(501, site) }, { siteUUIDs: 'validation.tooMany' }],
    ['without a name', { name: '' }, { name: 'validation.required' }],
    ['that lasts no time', { to: input.from }, { to: 'validation.timeOrder' }],
    ['that ends before it begins', { to: '2026-11-15T09:00:00Z' }, { to: 'validation.timeOrder' }],
  ])('%s', (_what, fields, expected) => {
    expect(faults(maintenanceInput, { ...input, ...fields })).toEqual(expected);
  });
});

describe('actions on alarms', () => {
  test.each<[string, object, Record<string, string>]>([
    ['to one', { alarmUUIDs: [site(1)] }, {}],
    ['with a note of 256', { alarmUUIDs: [site(1)], note: 'x'.repeat(256) }, {}],
    ['to none', { alarmUUIDs: [] }, { alarmUUIDs: 'validation.required' }],
    ['to 201', { alarmUUIDs: many(201, site) }, { alarmUUIDs: 'validation.tooMany' }],
    ['with a note of 257', { alarmUUIDs: [site(1)], note: 'x'.repeat(257) }, { note: 'validation.tooLong' }],
  ])('%s', (_what, input, expected) => {
    expect(faults(alarmsAndNote, input)).toEqual(expected);
  });

  test('counts a duplicate id once', () => {
    expect(alarmsAndNote.parse({ alarmUUIDs: [site(1), site(1)] }).alarmUUIDs).toEqual([site(1)]);
  });
});
