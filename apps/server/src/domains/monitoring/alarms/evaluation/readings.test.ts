import type { PortSample, Report } from '@airloom/device-protocol/model';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { clientOf, portOf, radioOf, reportOf } from '../../telemetry/testing/reports.ts';
import { portsAfter, type ReadingType, read, type SeenPorts } from './readings.ts';

const MINUTE = 60_000;
const NOON = Date.UTC(2026, 9, 20, 12);

/** What a report says of a type, as part and value. */
function toldBy(type: ReadingType, told: Parameters<typeof read>[1]): [string, number][] {
  const readings: [string, number][] = [];
  read(type, told, (part, value) => readings.push([part, value]));
  return readings;
}

const unit = { uptimeSeconds: 60, cpuPercent: 12.5, memoryPercent: 40, temperature: 55 };
const untold = { uptimeSeconds: 60, cpuPercent: null, memoryPercent: null, temperature: null };

function wireless(...signals: (number | null)[]): Report {
  const clients = signals.map((signal, index) => {
    const client = clientOf(`02:00:00:00:00:0${index}`, 60, 0);
    return { ...client, wireless: client.wireless && { ...client.wireless, signal } };
  });
  return reportOf({ clients });
}

const wired = { ...clientOf('02:00:00:00:00:09', 60, 0), wireless: null, port: 'LAN1' };

const FIGURES: readonly (readonly [
  says: string,
  type: ReadingType,
  report: Report,
  told: [string, number][],
])[] = [
  ['the processor', 'highCpu', reportOf({ unit }), [['', 12.5]]],
  ['the memory', 'highMemory', reportOf({ unit }), [['', 40]]],
  ['the temperature', 'highTemperature', reportOf({ unit }), [['', 55]]],
  ['a frost', 'highTemperature', reportOf({ unit: { ...unit, temperature: -5 } }), [['', -5]]],
  ['no processor that was not told', 'highCpu', reportOf({ unit: untold }), []],
  ['no memory that was not told', 'highMemory', reportOf({ unit: untold }), []],
  ['no temperature that was not told', 'highTemperature', reportOf({ unit: untold }), []],
  ['that nobody is there', 'clientCount', reportOf(), [['', 0]]],
  [
    'clients by air and by wire',
    'clientCount',
    reportOf({ clients: [...wireless(-50).clients, wired] }),
    [['', 2]],
  ],
  [
    'each radio by itself',
    'channelUtilisation',
    reportOf({ radios: [radioOf(0, { utilisationPercent: 30 }), radioOf(1, { utilisationPercent: 90 })] }),
    [
      ['2G 0', 30],
      ['5G 1', 90],
    ],
  ],
  [
    'no radio that does not tell how busy it is',
    'channelUtilisation',
    reportOf({ radios: [radioOf(0, { utilisationPercent: null })] }),
    [],
  ],
  ['the mean signal', 'weakSignal', wireless(-60, -70, -83), [['', -71]]],
  ['no signal of fewer than three', 'weakSignal', wireless(-90, -90), []],
  ['no signal of those who have none', 'weakSignal', wireless(-90, -90, null), []],
  [
    'no signal of those at a wire',
    'weakSignal',
    reportOf({ clients: [...wireless(-90, -90).clients, wired] }),
    [],
  ],
  [
    'the part of the power that is used',
    'poeOverload',
    reportOf({ power: { budgetWatts: 400, usedWatts: 300 } }),
    [['', 75]],
  ],
  [
    'more power than there is',
    'poeOverload',
    reportOf({ power: { budgetWatts: 100, usedWatts: 130 } }),
    [['', 130]],
  ],
  ['no power without a budget', 'poeOverload', reportOf({ power: { budgetWatts: null, usedWatts: 3 } }), []],
  [
    'no power of a budget of nothing',
    'poeOverload',
    reportOf({ power: { budgetWatts: 0, usedWatts: 3 } }),
    [],
  ],
  ['no power of what feeds nobody', 'poeOverload', reportOf(), []],
];

test.each(FIGURES)('a report tells %s', (_says, type, report, told) => {
  expect(toldBy(type, { report, at: NOON, before: null, ports: null })).toEqual(told);
});

type Told = readonly [minute: number, ports: readonly PortSample[]];

/** What reports, one after the other, say of ports: for each what it tells. */
function portStory(type: 'portDown' | 'portErrors', reports: readonly Told[]): [string, number][][] {
  let before: SeenPorts | null = null;
  return reports.map(([minute, ports]) => {
    const at = NOON + minute * MINUTE;
    const after = portsAfter(ports, at, before);
    const told = toldBy(type, { report: reportOf({ ports }), at, before, ports: after });
    before = after;
    return told;
  });
}

const up = portOf('LAN1', { linked: true });
const down = portOf('LAN1', { linked: false });
const errors = (rxErrors: number | null, txErrors: number | null, name = 'LAN1') =>
  portOf(name, { rxErrors, txErrors });

const named = (linked: boolean) => portOf(`a\u0000b\u001ec\ud800${'x'.repeat(300)}`, { linked });

describe('ports that are down', () => {
  test('one that never was linked is not spoken of', () => {
    expect(
      portStory('portDown', [
        [0, [down]],
        [1, [down]],
        [500, [down]],
      ]),
    ).toEqual([[], [], []]);
  });

  test('one that is linked is not either', () => {
    expect(
      portStory('portDown', [
        [0, [up]],
        [1, [up]],
      ]),
    ).toEqual([[], []]);
  });

  test('it is down since it was last seen linked, and well when it is back', () => {
    const story = portStory('portDown', [
      [0, [up]],
      [1, [down]],
      [3, [down]],
      [4, [up]],
      [5, [up]],
    ]);
    expect(story).toEqual([[], [['LAN1', 1]], [['LAN1', 3]], [['LAN1', 0]], []]);
  });

  test('it goes down again from the beginning', () => {
    const story = portStory('portDown', [
      [0, [up]],
      [5, [down]],
      [6, [up]],
      [7, [down]],
    ]);
    expect(story.at(-1)).toEqual([['LAN1', 1]]);
  });

  test('after a silence it counts from the first report on, not from before', () => {
    const story = portStory('portDown', [
      [0, [up]],
      [11, [down]],
      [12, [down]],
      [60, [down]],
    ]);
    expect(story).toEqual([[], [['LAN1', 0]], [['LAN1', 1]], [['LAN1', 49]]]);
  });

  test('a silence while it was down changes nothing', () => {
    const story = portStory('portDown', [
      [0, [up]],
      [1, [down]],
      [60, [down]],
    ]);
    expect(story.at(-1)).toEqual([['LAN1', 60]]);
  });

  test('a report that says nothing of ports neither ends nor counts anything', () => {
    const story = portStory('portDown', [
      [0, [up]],
      [1, [down]],
      [2, []],
      [3, [down]],
    ]);
    expect(story).toEqual([[], [['LAN1', 1]], [], [['LAN1', 3]]]);
  });

  test('each port by itself, in whatever order they come', () => {
    const other = portOf('LAN2', { linked: true });
    const story = portStory('portDown', [
      [0, [up, other]],
      [1, [other, down]],
      [2, [down, other]],
    ]);
    expect(story).toEqual([[], [['LAN1', 1]], [['LAN1', 2]]]);
  });

  test('a port that is not there any more is not spoken of, and not remembered', () => {
    const other = portOf('LAN2');
    const story = portStory('portDown', [
      [0, [up, other]],
      [1, [down, other]],
      [2, [other]],
      [3, [down, other]],
    ]);
    expect(story).toEqual([[], [['LAN1', 1]], [], []]);
  });

  test('whatever a port is called can be stored', () => {
    const [, told] = portStory('portDown', [
      [0, [named(true)]],
      [1, [named(false)]],
    ]);
    const [part] = told?.[0] ?? [''];
    expect(part.startsWith('a b c\ufffdxxx')).toBe(true);
    expect(part.length).toBe(64);
  });
});

describe('errors of ports', () => {
  test('the first report tells nothing', () => {
    expect(portStory('portErrors', [[0, [errors(5, 5)]]])).toEqual([[]]);
  });

  test('they are counted by the minute that passed between two reports', () => {
    const story = portStory('portErrors', [
      [0, [errors(100, 10)]],
      [2, [errors(500, 30)]],
      [2.5, [errors(500, 30)]],
    ]);
    expect(story).toEqual([[], [['LAN1', 210]], [['LAN1', 0]]]);
  });

  test.each([
    ['received', errors(100, 10), errors(20, 900)],
    ['sent', errors(100, 10), errors(900, 5)],
  ])('a counter of what was %s that fell tells nothing, and counts from there', (_which, one, other) => {
    const [, fell, next] = portStory('portErrors', [
      [0, [one]],
      [1, [other]],
      [2, [other]],
    ]);
    expect(fell).toEqual([]);
    expect(next).toEqual([['LAN1', 0]]);
  });

  test('one counter is enough, none is not', () => {
    expect(
      portStory('portErrors', [
        [0, [errors(1, null)]],
        [1, [errors(61, null)]],
      ])[1],
    ).toEqual([['LAN1', 60]]);
    expect(
      portStory('portErrors', [
        [0, [errors(null, null)]],
        [1, [errors(null, null)]],
      ])[1],
    ).toEqual([]);
    expect(
      portStory('portErrors', [
        [0, [errors(null, 3)]],
        [1, [errors(7, null)]],
      ])[1],
    ).toEqual([]);
  });

  test('a report without ports in between only makes the time longer', () => {
    const story = portStory('portErrors', [
      [0, [errors(0, 0)]],
      [1, []],
      [2, [errors(60, 0)]],
    ]);
    expect(story).toEqual([[], [], [['LAN1', 30]]]);
  });

  test('each port by its name, in whatever order they come', () => {
    const story = portStory('portErrors', [
      [0, [errors(0, 0, 'a'), errors(1000, 0, 'b')]],
      [1, [errors(1007, 0, 'b'), errors(3, 0, 'a')]],
    ]);
    expect(story[1]).toEqual([
      ['b', 7],
      ['a', 3],
    ]);
  });
});

test('a port is down for as long as all reports since it was linked say so', () => {
  const states = fc.array(fc.boolean(), { maxLength: 40 });
  fc.assert(
    fc.property(states, (linked) => {
      const story = portStory(
        'portDown',
        linked.map((is, minute): Told => [minute, [is ? up : down]]),
      );
      for (const [minute, told] of story.entries()) {
        const last = linked.lastIndexOf(true, minute);
        const wasDown =
          minute > 0 && linked[minute - 1] === false && linked.lastIndexOf(true, minute - 1) >= 0;
        const minutes = minute - last;
        expect(told).toEqual(last < 0 || (minutes === 0 && !wasDown) ? [] : [['LAN1', minutes]]);
      }
    }),
  );
});

test('no counter, however it runs, makes errors that were not counted', () => {
  const counters = fc.array(fc.nat(1000), { minLength: 1, maxLength: 40 });
  fc.assert(
    fc.property(counters, (counted) => {
      const told = portStory(
        'portErrors',
        counted.map((count, minute): Told => [minute, [errors(count, 0)]]),
      ).flat();
      const grown = counted.reduce(
        (sum, count, at) => sum + Math.max(0, count - (counted[at - 1] ?? count)),
        0,
      );
      expect(told.reduce((sum, [, value]) => sum + value, 0)).toBeCloseTo(grown, 6);
    }),
  );
});
