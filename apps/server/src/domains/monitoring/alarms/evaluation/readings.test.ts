import { MINUTE } from '@airloom/contract/time';
import type { PortSample, Report } from '@airloom/device-protocol/model';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { clientOf, portOf, radioOf, reportOf } from '../../telemetry/testing/reports.ts';
import { portsAfter, type ReadingType, read, type SeenPorts } from './readings.ts';

const NOON = Date.UTC(2026, 9, 20, 12);

/** Readings of a type in a report, as part and value. */
function readingsOf(type: ReadingType, expected: Parameters<typeof read>[1]): [string, number][] {
  const readings: [string, number][] = [];
  read(type, expected, (part, value) => readings.push([part, value]));
  return readings;
}

const unit = { uptimeSeconds: 60, cpuPercent: 12.5, memoryPercent: 40, temperature: 55 };
const missing = { uptimeSeconds: 60, cpuPercent: null, memoryPercent: null, temperature: null };

function wireless(...signals: (number | null)[]): Report {
  const clients = signals.map((signal, index) => {
    const client = clientOf(`02:00:00:00:00:0${index}`, 60, 0);
    return { ...client, wireless: client.wireless && { ...client.wireless, signal } };
  });
  return reportOf({ clients });
}

const wired = { ...clientOf('02:00:00:00:00:09', 60, 0), wireless: null, port: 'LAN1' };

const READINGS: readonly (readonly [
  name: string,
  type: ReadingType,
  report: Report,
  expected: [string, number][],
])[] = [
  ['the CPU load', 'highCpu', reportOf({ unit }), [['', 12.5]]],
  ['the memory', 'highMemory', reportOf({ unit }), [['', 40]]],
  ['the temperature', 'highTemperature', reportOf({ unit }), [['', 55]]],
  [
    'a temperature below zero',
    'highTemperature',
    reportOf({ unit: { ...unit, temperature: -5 } }),
    [['', -5]],
  ],
  ['no missing CPU value', 'highCpu', reportOf({ unit: missing }), []],
  ['no missing memory value', 'highMemory', reportOf({ unit: missing }), []],
  ['no missing temperature', 'highTemperature', reportOf({ unit: missing }), []],
  ['zero clients', 'clientCount', reportOf(), [['', 0]]],
  [
    'wireless and wired clients',
    'clientCount',
    reportOf({ clients: [...wireless(-50).clients, wired] }),
    [['', 2]],
  ],
  [
    'each radio separately',
    'channelUtilisation',
    reportOf({ radios: [radioOf(0, { utilisationPercent: 30 }), radioOf(1, { utilisationPercent: 90 })] }),
    [
      ['2G 0', 30],
      ['5G 1', 90],
    ],
  ],
  [
    'no radio without utilisation',
    'channelUtilisation',
    reportOf({ radios: [radioOf(0, { utilisationPercent: null })] }),
    [],
  ],
  ['the mean signal', 'weakSignal', wireless(-60, -70, -83), [['', -71]]],
  ['no signal of fewer than three clients', 'weakSignal', wireless(-90, -90), []],
  ['no signal of clients without one', 'weakSignal', wireless(-90, -90, null), []],
  [
    'no signal of wired clients',
    'weakSignal',
    reportOf({ clients: [...wireless(-90, -90).clients, wired] }),
    [],
  ],
  [
    'the used share of the power budget',
    'poeOverload',
    reportOf({ power: { budgetWatts: 400, usedWatts: 300 } }),
    [['', 75]],
  ],
  [
    'more power than the budget',
    'poeOverload',
    reportOf({ power: { budgetWatts: 100, usedWatts: 130 } }),
    [['', 130]],
  ],
  ['no power without a budget', 'poeOverload', reportOf({ power: { budgetWatts: null, usedWatts: 3 } }), []],
  [
    'no power with a budget of zero',
    'poeOverload',
    reportOf({ power: { budgetWatts: 0, usedWatts: 3 } }),
    [],
  ],
  ['no power of a device without PoE', 'poeOverload', reportOf(), []],
];

test.each(READINGS)('a report yields %s', (_name, type, report, expected) => {
  expect(readingsOf(type, { report, at: NOON, before: null, ports: null })).toEqual(expected);
});

type PortReport = readonly [minute: number, ports: readonly PortSample[]];

/** Readings of ports in consecutive reports. */
function portReadings(type: 'portDown' | 'portErrors', reports: readonly PortReport[]): [string, number][][] {
  let before: SeenPorts | null = null;
  return reports.map(([minute, ports]) => {
    const at = NOON + minute * MINUTE;
    const after = portsAfter(ports, at, before);
    const readings = readingsOf(type, { report: reportOf({ ports }), at, before, ports: after });
    before = after;
    return readings;
  });
}

const up = portOf('LAN1', { linked: true });
const down = portOf('LAN1', { linked: false });
const errors = (rxErrors: number | null, txErrors: number | null, name = 'LAN1') =>
  portOf(name, { rxErrors, txErrors });

const named = (linked: boolean) => portOf(`a\u0000b\u001ec\ud800${'x'.repeat(300)}`, { linked });

describe('ports that are down', () => {
  test('ignores a port that never had a link', () => {
    expect(
      portReadings('portDown', [
        [0, [down]],
        [1, [down]],
        [500, [down]],
      ]),
    ).toEqual([[], [], []]);
  });

  test('ignores a port with a link', () => {
    expect(
      portReadings('portDown', [
        [0, [up]],
        [1, [up]],
      ]),
    ).toEqual([[], []]);
  });

  test('counts from the last report with a link and ends when the link returns', () => {
    const readings = portReadings('portDown', [
      [0, [up]],
      [1, [down]],
      [3, [down]],
      [4, [up]],
      [5, [up]],
    ]);
    expect(readings).toEqual([[], [['LAN1', 1]], [['LAN1', 3]], [['LAN1', 0]], []]);
  });

  test('counts from the start when the port goes down again', () => {
    const readings = portReadings('portDown', [
      [0, [up]],
      [5, [down]],
      [6, [up]],
      [7, [down]],
    ]);
    expect(readings.at(-1)).toEqual([['LAN1', 1]]);
  });

  test('counts from the first report after a gap', () => {
    const readings = portReadings('portDown', [
      [0, [up]],
      [11, [down]],
      [12, [down]],
      [60, [down]],
    ]);
    expect(readings).toEqual([[], [['LAN1', 0]], [['LAN1', 1]], [['LAN1', 49]]]);
  });

  test('keeps countStatements over a gap while the port is down', () => {
    const readings = portReadings('portDown', [
      [0, [up]],
      [1, [down]],
      [60, [down]],
    ]);
    expect(readings.at(-1)).toEqual([['LAN1', 60]]);
  });

  test('a report without ports neither ends nor counts anything', () => {
    const readings = portReadings('portDown', [
      [0, [up]],
      [1, [down]],
      [2, []],
      [3, [down]],
    ]);
    expect(readings).toEqual([[], [['LAN1', 1]], [], [['LAN1', 3]]]);
  });

  test('handles each port separately in any order', () => {
    const other = portOf('LAN2', { linked: true });
    const readings = portReadings('portDown', [
      [0, [up, other]],
      [1, [other, down]],
      [2, [down, other]],
    ]);
    expect(readings).toEqual([[], [['LAN1', 1]], [['LAN1', 2]]]);
  });

  test('drops a port that is no longer reported', () => {
    const other = portOf('LAN2');
    const readings = portReadings('portDown', [
      [0, [up, other]],
      [1, [down, other]],
      [2, [other]],
      [3, [down, other]],
    ]);
    expect(readings).toEqual([[], [['LAN1', 1]], [], []]);
  });

  test('stores any port name', () => {
    const [, expected] = portReadings('portDown', [
      [0, [named(true)]],
      [1, [named(false)]],
    ]);
    const [part] = expected?.[0] ?? [''];
    expect(part.startsWith('a b c\ufffdxxx')).toBe(true);
    expect(part.length).toBe(64);
  });
});

describe('port errors', () => {
  test('the first report yields nothing', () => {
    expect(portReadings('portErrors', [[0, [errors(5, 5)]]])).toEqual([[]]);
  });

  test('are counted per minute between two reports', () => {
    const readings = portReadings('portErrors', [
      [0, [errors(100, 10)]],
      [2, [errors(500, 30)]],
      [2.5, [errors(500, 30)]],
    ]);
    expect(readings).toEqual([[], [['LAN1', 210]], [['LAN1', 0]]]);
  });

  test.each([
    ['received', errors(100, 10), errors(20, 900)],
    ['sent', errors(100, 10), errors(900, 5)],
  ])('ignores a %s counter that decreased and counts from there', (_which, one, other) => {
    const [, fell, next] = portReadings('portErrors', [
      [0, [one]],
      [1, [other]],
      [2, [other]],
    ]);
    expect(fell).toEqual([]);
    expect(next).toEqual([['LAN1', 0]]);
  });

  test('needs at least one of the two counters', () => {
    expect(
      portReadings('portErrors', [
        [0, [errors(1, null)]],
        [1, [errors(61, null)]],
      ])[1],
    ).toEqual([['LAN1', 60]]);
    expect(
      portReadings('portErrors', [
        [0, [errors(null, null)]],
        [1, [errors(null, null)]],
      ])[1],
    ).toEqual([]);
    expect(
      portReadings('portErrors', [
        [0, [errors(null, 3)]],
        [1, [errors(7, null)]],
      ])[1],
    ).toEqual([]);
  });

  test('a report without ports only lengthens the interval', () => {
    const readings = portReadings('portErrors', [
      [0, [errors(0, 0)]],
      [1, []],
      [2, [errors(60, 0)]],
    ]);
    expect(readings).toEqual([[], [], [['LAN1', 30]]]);
  });

  test('matches ports by name in any order', () => {
    const readings = portReadings('portErrors', [
      [0, [errors(0, 0, 'a'), errors(1000, 0, 'b')]],
      [1, [errors(1007, 0, 'b'), errors(3, 0, 'a')]],
    ]);
    expect(readings[1]).toEqual([
      ['b', 7],
      ['a', 3],
    ]);
  });
});

test('a port is down as long as all reports since its last link say so', () => {
  const states = fc.array(fc.boolean(), { maxLength: 40 });
  fc.assert(
    fc.property(states, (linked) => {
      const readings = portReadings(
        'portDown',
        linked.map((is, minute): PortReport => [minute, [is ? up : down]]),
      );
      for (const [minute, expected] of readings.entries()) {
        const last = linked.lastIndexOf(true, minute);
        const wasDown =
          minute > 0 && linked[minute - 1] === false && linked.lastIndexOf(true, minute - 1) >= 0;
        const minutes = minute - last;
        expect(expected).toEqual(last < 0 || (minutes === 0 && !wasDown) ? [] : [['LAN1', minutes]]);
      }
    }),
  );
});

test('never yields errors that were not counted', () => {
  const counters = fc.array(fc.nat(1000), { minLength: 1, maxLength: 40 });
  fc.assert(
    fc.property(counters, (counted) => {
      const expected = portReadings(
        'portErrors',
        counted.map((count, minute): PortReport => [minute, [errors(count, 0)]]),
      ).flat();
      const grown = counted.reduce(
        (sum, count, at) => sum + Math.max(0, count - (counted[at - 1] ?? count)),
        0,
      );
      expect(expected.reduce((sum, [, value]) => sum + value, 0)).toBeCloseTo(grown, 6);
    }),
  );
});
