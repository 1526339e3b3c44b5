import type { AlarmLevel, AlarmType } from '@airloom/contract/alarms/alarms.types';
import { MINUTE } from '@airloom/contract/time';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { GAP_MS, step, type Watch } from './threshold.ts';

const NOON = Date.UTC(2026, 9, 20, 12);

interface EvaluatedRule {
  readonly type: AlarmType;
  readonly levels: readonly { readonly level: AlarmLevel; readonly threshold: number }[];
  readonly holdMs: number;
}

function ruleOf(
  type: AlarmType,
  holdMinutes: number,
  levels: Partial<Record<AlarmLevel, number>>,
): EvaluatedRule {
  const gravestFirst: readonly AlarmLevel[] = ['urgent', 'important', 'secondary', 'notice'];
  return {
    type,
    holdMs: holdMinutes * MINUTE,
    levels: gravestFirst.flatMap((level) => {
      const threshold = levels[level];
      return threshold === undefined ? [] : [{ level, threshold }];
    }),
  };
}

type Value = readonly [minute: number, value: number];

/** Whether state held only in memory is lost after each value. */
type Memory = 'kept' | 'lost';

/** Changes of a rule for these values, as `minute change level`. */
function changesOf(rule: EvaluatedRule, values: readonly Value[], memory: Memory = 'kept'): string[] {
  const changes: string[] = [];
  let watch: Watch | null = null;
  for (const [minute, value] of values) {
    const at = NOON + minute * MINUTE;
    const { watch: next, change } = step(rule, watch, { value, at });
    if (change.what === 'clear') changes.push(`${minute} clear`);
    else if (change.what !== 'none') changes.push(`${minute} ${change.what} ${change.level}`);
    watch = next === null || memory === 'kept' ? next : { ...next, betterSince: null };
  }
  return changes;
}

const every = (from: number, to: number, value: number): Value[] =>
  Array.from({ length: to - from + 1 }, (_, index) => [from + index, value]);

const cpu = ruleOf('highCpu', 10, { important: 95, secondary: 85 });
const atOnce = ruleOf('highCpu', 0, { secondary: 80 });
const signal = ruleOf('weakSignal', 0, { important: -85, notice: -78 });
const clients = ruleOf('clientCount', 0, { secondary: 80 });
const few = ruleOf('clientCount', 0, { notice: 4 });
const portDown = ruleOf('portDown', 0, { important: 30, secondary: 2 });

const CASES: readonly (readonly [
  name: string,
  rule: EvaluatedRule,
  values: readonly Value[],
  expected: string[],
])[] = [
  ['nothing for healthy values', cpu, every(0, 30, 84.9), []],
  ['the threshold itself counts', atOnce, [[0, 80]], ['0 raise secondary']],
  ['a short excess does not count', cpu, [...every(0, 9, 90), ...every(10, 30, 20)], []],
  ['is raised after the hold time', cpu, every(0, 20, 90), ['10 raise secondary']],
  [
    'a dip restarts the hold time, also within the hysteresis',
    cpu,
    [...every(0, 9, 90), [10, 84], ...every(11, 21, 90)],
    ['21 raise secondary'],
  ],
  ['is raised at the level reached by then', cpu, [...every(0, 9, 90), [10, 96]], ['10 raise important']],
  ['is raised once, however long it lasts', atOnce, every(0, 300, 99), ['0 raise secondary']],
  [
    'values around the threshold neither clear nor raise again',
    atOnce,
    [
      [0, 81],
      [1, 79],
      [2, 80],
      [3, 76.1],
      [4, 82],
    ],
    ['0 raise secondary'],
  ],
  [
    'is cleared 5 % below the threshold, and may be raised again',
    atOnce,
    [
      [0, 81],
      [1, 76],
      [2, 79],
      [3, 80],
    ],
    ['0 raise secondary', '1 clear', '3 raise secondary'],
  ],
  [
    'escalates at once',
    cpu,
    [...every(0, 12, 90), [13, 95], [14, 99]],
    ['10 raise secondary', '13 relevel important'],
  ],
  [
    'de-escalates after the hold time',
    cpu,
    [...every(0, 10, 97), ...every(11, 25, 88)],
    ['10 raise important', '21 relevel secondary'],
  ],
  [
    'does not de-escalate when it was worse in between',
    cpu,
    [...every(0, 10, 97), ...every(11, 20, 88), [21, 96], ...every(22, 31, 88)],
    ['10 raise important'],
  ],
  [
    'does not de-escalate within the hysteresis',
    cpu,
    [...every(0, 10, 97), ...every(11, 40, 91)],
    ['10 raise important'],
  ],
  [
    'stays at the lower level as long as that is not left',
    cpu,
    [...every(0, 10, 97), ...every(11, 25, 82), [26, 80.7]],
    ['10 raise important', '21 relevel secondary', '26 clear'],
  ],
  ['is cleared from any level', cpu, [...every(0, 10, 97), [11, 40]], ['10 raise important', '11 clear']],
  [
    'a gap longer than ten minutes restarts the hold time',
    cpu,
    [...every(0, 5, 90), ...every(16, 30, 90)],
    ['26 raise secondary'],
  ],
  [
    'a gap of ten minutes does not',
    cpu,
    [
      [0, 90],
      [10, 90],
    ],
    ['10 raise secondary'],
  ],
  [
    'a gap does not clear an alarm',
    atOnce,
    [
      [0, 90],
      [600, 90],
      [601, 10],
    ],
    ['0 raise secondary', '601 clear'],
  ],
  [
    'a gap restarts the time before de-escalation',
    cpu,
    [...every(0, 10, 97), ...every(11, 15, 88), ...every(27, 40, 88)],
    ['10 raise important', '37 relevel secondary'],
  ],
  [
    'late values are ignored',
    atOnce,
    [
      [5, 90],
      [3, 10],
      [5, 10],
      [6, 90],
    ],
    ['5 raise secondary'],
  ],
  ['late values do not start the hold time earlier', cpu, [[5, 90], [2, 90], ...every(6, 14, 90)], []],
  [
    'for signals lower is worse, with a hysteresis of 3 dB',
    signal,
    [
      [0, -77],
      [1, -78],
      [2, -76],
      [3, -85],
      [4, -83],
      [5, -82],
      [6, -75],
    ],
    ['1 raise notice', '3 relevel important', '5 relevel notice', '6 clear'],
  ],
  [
    'for counts the hysteresis is 5 %',
    clients,
    [
      [0, 80],
      [1, 77],
      [2, 76],
    ],
    ['0 raise secondary', '2 clear'],
  ],
  [
    'for counts the hysteresis is at least one',
    few,
    [
      [0, 4],
      [1, 3.5],
      [2, 3],
    ],
    ['0 raise notice', '2 clear'],
  ],
  [
    'durations escalate and are cleared after the recovery time',
    portDown,
    [
      [0, 0.5],
      [1, 1.5],
      [2, 2.5],
      [29, 29.5],
      [30, 30.5],
      [31, 0],
      [35, 0],
      [36, 0],
    ],
    ['2 raise secondary', '30 relevel important', '36 clear'],
  ],
  [
    'a flapping duration is raised once and cleared when stable',
    portDown,
    [
      [0, 2],
      [1, 0],
      [2, 0.5],
      [3, 0],
      [7, 0],
      [8, 1],
      [9, 2],
      [10, 0],
      [14, 0],
      [15, 0],
    ],
    ['0 raise secondary', '15 clear'],
  ],
];

test.each(CASES)('%s', (_name, rule, values, expected) => {
  expect(changesOf(rule, values)).toEqual(expected);
});

describe('watches', () => {
  test('a hold time starts with the first value above the threshold', () => {
    const { watch } = step(cpu, null, { value: 90, at: NOON });
    expect(watch).toEqual({ since: NOON, level: null, betterSince: null, evaluatedAt: NOON });
    expect(step(cpu, watch, { value: 80, at: NOON + MINUTE }).watch).toBeNull();
  });

  test('a duration is watched from its start, before it counts', () => {
    const first = step(portDown, null, { value: 1, at: NOON });
    expect(first).toMatchObject({ watch: { since: NOON - MINUTE, level: null }, change: { what: 'none' } });
    const later = step(portDown, first.watch, { value: 40, at: NOON + 39 * MINUTE });
    expect(later).toMatchObject({
      watch: { since: NOON - MINUTE, level: 'important' },
      change: { what: 'raise', level: 'important', value: 40, threshold: 30 },
    });
    expect(step(portDown, null, { value: 0, at: NOON }).watch).toBeNull();
  });

  test('a level the rule no longer has is replaced by one it has', () => {
    const watch: Watch = { since: NOON, level: 'urgent', betterSince: null, evaluatedAt: NOON };
    expect(step(cpu, watch, { value: 83, at: NOON + MINUTE }).change).toMatchObject({
      what: 'relevel',
      level: 'secondary',
    });
    expect(step(cpu, watch, { value: 99, at: NOON + MINUTE }).change).toMatchObject({ level: 'important' });
    expect(step(cpu, watch, { value: 50, at: NOON + MINUTE }).change).toEqual({ what: 'clear' });
  });

  test('a rule without thresholds evaluates no values', () => {
    const rule = { type: 'rogueAp', holdMs: 0, levels: [{ level: 'important', threshold: null }] } as const;
    expect(step(rule, null, { value: 1, at: NOON })).toEqual({ watch: null, change: { what: 'none' } });
  });
});

/** Values about a minute apart, sometimes after a long gap. */
const series = fc
  .array(
    fc.tuple(
      fc.constantFrom(0.5, 1, 1, 1, 5, 10, 11, 60),
      fc.constantFrom(10, 80, 81, 84, 85, 88, 91, 95, 99),
    ),
    { maxLength: 80 },
  )
  .map((rows) => {
    let minute = 0;
    return rows.map(([pause, value]): Value => {
      minute += pause;
      return [minute, value];
    });
  });
const rules = fc.record({ hold: fc.constantFrom(0, 1, 5, 10), secondary: fc.constantFrom(80, 85) });

/** Reference for one level, computed from all past values. */
function plainStory(values: readonly Value[], threshold: number, hold: number): string[] {
  const changes: string[] = [];
  let raised = false;
  for (const [index, [minute, value]] of values.entries()) {
    if (raised) {
      if (value > threshold * 0.95) continue;
      changes.push(`${minute} clear`);
      raised = false;
      continue;
    }
    let first = index;
    for (let at = index; at >= 0; at -= 1) {
      const [then, was] = values[at] ?? [0, 0];
      const [after] = values[at + 1] ?? [then];
      if (was < threshold || (at < index && (after - then) * MINUTE > GAP_MS)) break;
      first = at;
    }
    if (value < threshold || minute - (values[first]?.[0] ?? 0) < hold) continue;
    changes.push(`${minute} raise secondary`);
    raised = true;
  }
  return changes;
}

test('one level agrees with the reference', () => {
  fc.assert(
    fc.property(series, rules, (values, { hold, secondary }) => {
      const rule = ruleOf('highCpu', hold, { secondary });
      expect(changesOf(rule, values)).toEqual(plainStory(values, secondary, hold));
    }),
  );
});

test('raise and clear alternate, and level changes occur only between, for any values', () => {
  fc.assert(
    fc.property(series, rules, (values, { hold, secondary }) => {
      const rule = ruleOf('highCpu', hold, { urgent: 99, important: 91, secondary });
      const expected = changesOf(rule, values).map((line) => line.split(' ').slice(1));
      let level: string | undefined;
      for (const [what, to] of expected) {
        expect(level === undefined).toBe(what === 'raise');
        if (what === 'relevel') expect(to).not.toBe(level);
        level = what === 'clear' ? undefined : to;
      }
    }),
  );
});

/** When it was raised and cleared, at any level. */
function momentsOf(changes: readonly string[]): string[] {
  return changes
    .filter((line) => !line.includes('relevel'))
    .map((line) => line.split(' ').slice(0, 2).join(' '));
}

test('raises and clears at the same times when memory is lost', () => {
  fc.assert(
    fc.property(series, rules, (values, { hold, secondary }) => {
      const rule = ruleOf('highCpu', hold, { important: 91, secondary });
      expect(momentsOf(changesOf(rule, values, 'lost'))).toEqual(momentsOf(changesOf(rule, values)));
    }),
  );
});
