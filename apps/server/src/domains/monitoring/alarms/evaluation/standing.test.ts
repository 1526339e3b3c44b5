import { expect, test } from 'vitest';
import { comingsAndGoings, type WatchedTerminal } from '../monitored-clients/monitored.ts';
import { type DeviceState, failuresOf } from '../outages/failures.ts';
import { namedRule } from '../testing/dark-site.ts';
import { type Finding, type OpenAlarm, settle } from './standing.ts';

const NOTHING = { raised: [], relevelled: [], worsened: [], cleared: [] };
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const NOW = 1_000 * DAY;

let ids = 0;
const newId = (): string => `new${++ids}`;

const RULE = namedRule('rule', 'certificateDue', [
  { level: 'important', threshold: 7 },
  { level: 'notice', threshold: 30 },
]);

function finding(given: Partial<Finding>): Finding {
  return {
    rule: RULE,
    subject: {
      key: 'device',
      siteId: 'site',
      siteName: '',
      deviceId: 'device',
      deviceKind: 'ap',
      deviceName: '',
      part: '',
    },
    standing: 'bad',
    weighed: 20,
    value: 20,
    since: NOW,
    cause: '',
    ...given,
  };
}

const open = (level: OpenAlarm['level']): OpenAlarm[] => [
  { id: 'open', ruleId: 'rule', key: 'device', level, value: 20 },
];

test.each<[string, Partial<Finding>, OpenAlarm[], object]>([
  ['too little to count', { weighed: 31 }, [], NOTHING],
  ['enough to count', {}, [], { raised: [{ level: 'notice', threshold: 30 }] }],
  ['the gravest that is reached', { weighed: 7 }, [], { raised: [{ level: 'important', threshold: 7 }] }],
  ['open, and no worse', {}, open('notice'), NOTHING],
  [
    'open, and worse',
    { weighed: 3, value: 3 },
    open('notice'),
    { relevelled: [{ level: 'important', value: 3 }] },
  ],
  [
    'open, and no graver, but worse than ever',
    { value: 19 },
    open('notice'),
    { worsened: [{ id: 'open', value: 19 }] },
  ],
  ['open, and better, but not well', { value: 25 }, open('important'), NOTHING],
  ['well', { standing: 'well' }, open('notice'), { cleared: [{ id: 'open', reason: 'recovered' }] }],
  ['well all the time', { standing: 'well' }, [], NOTHING],
  ['unclear', { standing: 'unclear' }, [], NOTHING],
  ['unclear, and open', { standing: 'unclear' }, open('notice'), NOTHING],
])('%s', (_, given, alarms, expected) => {
  expect(settle([finding(given)], alarms, [], newId)).toMatchObject({ ...NOTHING, ...expected });
});

const endedAt = (at: number) => [{ ruleId: 'rule', key: 'device', at }];

test('what nobody finds any more is of a rule that changed', () => {
  expect(settle([], open('notice'), [], newId).cleared).toEqual([{ id: 'open', reason: 'ruleChanged' }]);
});

test('what a person ended stays ended while it lasts', () => {
  expect(settle([finding({})], [], endedAt(NOW + 1), newId)).toEqual(NOTHING);
  expect(settle([finding({})], [], endedAt(NOW - 1), newId).raised).toHaveLength(1);
});

function device(given: Partial<DeviceState>): DeviceState {
  return {
    id: 'device',
    kind: 'ap',
    name: '',
    siteId: 'site',
    siteName: '',
    configuration: 'applied',
    refused: null,
    upgrade: null,
    certificate: null,
    requestedAt: null,
    disputedAt: null,
    resting: false,
    ...given,
  };
}

const ONCE = [{ level: 'important', threshold: null }] as const;
const CONFIGURATION = namedRule('configuration', 'configurationFailed', ONCE);
const UPGRADE = namedRule('upgrade', 'upgradeFailed', ONCE);

test.each<[string, Partial<DeviceState>, string[]]>([
  ['nothing is the matter', {}, []],
  ['refused', { configuration: 'refused', refused: { version: 4, at: NOW } }, ['configuration 4']],
  ['partly refused', { configuration: 'partly', refused: { version: 5, at: NOW } }, ['configuration 5']],
  ['not applied', { configuration: 'notApplied', refused: { version: 6, at: NOW } }, ['configuration 6']],
  ['refused, and another waits', { configuration: 'pending', refused: { version: 4, at: NOW } }, []],
  ['failed', { upgrade: { id: 'u1', failed: true, at: 17 } }, ['upgrade u1 17']],
  ['succeeded', { upgrade: { id: 'u1', failed: false, at: 17 } }, []],
  ['failed during maintenance', { upgrade: { id: 'u1', failed: true, at: 17 }, resting: true }, []],
  ['due in a month', { certificate: { notAfter: NOW + 29.5 * DAY, issuedAt: 0 } }, ['rule ']],
  ['due later', { certificate: { notAfter: NOW + 30.5 * DAY, issuedAt: 0 } }, []],
])('%s', (_, given, expected) => {
  const { raised } = failuresOf([device(given)], [RULE, CONFIGURATION, UPGRADE], [], [], NOW, newId);
  expect(raised.map(({ finding: { rule, cause } }) => `${rule.id} ${cause}`)).toEqual(expected);
});

test.each<[string, Partial<DeviceState>, string | null]>([
  ['taken', { configuration: 'applied' }, 'recovered'],
  ['another waits', { configuration: 'pending' }, null],
  ['refused again', { configuration: 'refused', refused: { version: 9, at: NOW } }, null],
  [
    'refused again during maintenance',
    { configuration: 'refused', refused: { version: 9, at: NOW }, resting: true },
    null,
  ],
])('an alarm of a refused configuration, when it is %s', (_, given, reason) => {
  const alarms = [
    { id: 'open', ruleId: 'configuration', key: 'device', level: 'important' as const, value: null },
  ];
  const { cleared, raised } = failuresOf([device(given)], [CONFIGURATION], alarms, [], NOW, newId);
  expect(raised).toEqual([]);
  expect(cleared.map((one) => one.reason)).toEqual(reason === null ? [] : [reason]);
});

const MAC = '02:00:00:00:00:01';

function terminal(given: Partial<WatchedTerminal>): WatchedTerminal {
  return {
    mac: MAC,
    name: '',
    monitoredFrom: NOW - DAY,
    deviceId: 'ap',
    deviceKind: 'ap',
    deviceName: '',
    siteId: 'site',
    siteName: '',
    cameAt: NOW - 60_000,
    leftAt: null,
    returned: false,
    cutOff: false,
    deviceAway: false,
    deviceQuiet: false,
    deviceOnlineAt: NOW - DAY,
    deviceReportedAt: NOW,
    ...given,
  };
}

const CUT = { cutOff: true, leftAt: NOW - HOUR };
const HERE = namedRule('here', 'terminalOnline', ONCE);
const AWAY = namedRule('away', 'terminalOffline', ONCE);

test.each<[string, Partial<WatchedTerminal>, string[]]>([
  ['is here', {}, ['here']],
  ['left', { leftAt: NOW - 30_000 }, ['away']],
  ['may be roaming', { leftAt: NOW - 29_000 }, []],
  ['was here before anybody asked', { cameAt: NOW - 2 * DAY }, []],
  ['left before anybody asked', { cameAt: NOW - 3 * DAY, leftAt: NOW - 2 * DAY }, []],
  ['is not monitored', { monitoredFrom: null }, []],
  ['came back after an outage', { returned: true }, []],
  ['has been here for a day', { cameAt: NOW - DAY }, []],
  ['comes in a moment, by the clock of its device', { cameAt: NOW + 1 }, []],
  ['went with its device', { ...CUT, deviceAway: true }, []],
  ['left before its device went', { leftAt: NOW - MINUTE, deviceAway: true }, []],
  ['left while its device restarts', { leftAt: NOW - MINUTE, deviceQuiet: true }, []],
  ['may come back with its device', { ...CUT, deviceOnlineAt: NOW - 4 * MINUTE }, []],
  ['did not come back with its device', { ...CUT, deviceOnlineAt: NOW - 5 * MINUTE }, ['away']],
  ['may be there: its device says nothing', { ...CUT, deviceReportedAt: NOW - HOUR }, []],
])('a client that %s', (_, given, expected) => {
  const { raised } = comingsAndGoings([terminal(given)], [HERE, AWAY], [], [], NOW, newId);
  expect(raised.map(({ finding: { rule } }) => rule.id)).toEqual(expected);
});

test('a rule that names clients speaks of them alone', () => {
  const rule = namedRule('named', 'terminalOnline', ONCE, { macs: [MAC], updatedAt: NOW - DAY });
  const other = { mac: '02:00:00:00:00:02' };
  const { raised } = comingsAndGoings(
    [terminal({ monitoredFrom: null }), terminal(other)],
    [rule],
    [],
    [],
    NOW,
    newId,
  );
  expect(raised.map(({ finding: { subject } }) => subject.part)).toEqual([MAC]);
});

test('people are told of a client by its name, and by its address as they type it', () => {
  const named = [terminal({ name: 'Till' }), terminal({ mac: '02:00:00:00:00:0a' })];
  const { raised } = comingsAndGoings(named, [HERE], [], [], NOW, newId);
  expect(raised.map(({ finding: { subject } }) => subject.partName)).toEqual([
    'Till (02-00-00-00-00-01)',
    '02-00-00-00-00-0A',
  ]);
});

test('a client that comes to another access point is the same that is here', () => {
  const told = [{ ruleId: 'here', key: MAC, at: NOW - 30_000 }];
  expect(comingsAndGoings([terminal({ deviceId: 'other' })], [HERE], [], told, NOW, newId)).toEqual(NOTHING);
  const again = comingsAndGoings([terminal({ cameAt: NOW - 20_000 })], [HERE], [], told, NOW, newId);
  expect(again.raised).toHaveLength(1);
});

test('that a client is gone ends when it is back, also with its device', () => {
  const alarms = [{ id: 'open', ruleId: 'away', key: MAC, level: 'important' as const, value: null }];
  const { cleared, raised } = comingsAndGoings(
    [terminal({ returned: true })],
    [AWAY],
    alarms,
    [],
    NOW,
    newId,
  );
  expect(cleared).toEqual([{ id: 'open', reason: 'recovered' }]);
  expect(raised).toEqual([]);
});
