import type { AlarmLevel, AlarmType } from '@airloom/contract/alarms/alarms.types';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { GAP_MS, step, type Watch } from './threshold.ts';

const MINUTE = 60_000;
const NOON = Date.UTC(2026, 9, 20, 12);

interface Judging {
  readonly type: AlarmType;
  readonly levels: readonly { readonly level: AlarmLevel; readonly threshold: number }[];
  readonly holdMs: number;
}

function ruleOf(type: AlarmType, holdMinutes: number, levels: Partial<Record<AlarmLevel, number>>): Judging {
  const order: readonly AlarmLevel[] = ['urgent', 'important', 'secondary', 'notice'];
  return {
    type,
    holdMs: holdMinutes * MINUTE,
    levels: order.flatMap((level) => {
      const threshold = levels[level];
      return threshold === undefined ? [] : [{ level, threshold }];
    }),
  };
}

type Value = readonly [minute: number, value: number];

/** Whether a process forgets, after each value, what only its memory held. */
type Memory = 'kept' | 'lost';

/** What a rule makes of values, as `minute change level`. */
function storyOf(rule: Judging, values: readonly Value[], memory: Memory = 'kept'): string[] {
  const story: string[] = [];
  let watch: Watch | null = null;
  for (const [minute, value] of values) {
    const at = NOON + minute * MINUTE;
    const { watch: next, change } = step(rule, watch, { value, at });
    if (change.what === 'clear') story.push(`${minute} clear`);
    else if (change.what !== 'none') story.push(`${minute} ${change.what} ${change.level}`);
    watch = next === null || memory === 'kept' ? next : { ...next, betterSince: null };
  }
  return story;
}

const every = (from: number, to: number, value: number): Value[] =>
  Array.from({ length: to - from + 1 }, (_, index) => [from + index, value]);

const cpu = ruleOf('highCpu', 10, { important: 95, secondary: 85 });
const atOnce = ruleOf('highCpu', 0, { secondary: 80 });
const signal = ruleOf('weakSignal', 0, { important: -85, notice: -78 });
const clients = ruleOf('clientCount', 0, { secondary: 80 });
const few = ruleOf('clientCount', 0, { notice: 4 });
const portDown = ruleOf('portDown', 0, { important: 30, secondary: 2 });

const STORIES: readonly (readonly [says: string, rule: Judging, values: readonly Value[], told: string[]])[] =
  [
    ['nothing is told of what is well', cpu, every(0, 30, 84.9), []],
    ['the threshold itself counts', atOnce, [[0, 80]], ['0 raise secondary']],
    ['a short excess does not count', cpu, [...every(0, 9, 90), ...every(10, 30, 20)], []],
    ['it counts when it has lasted for the hold time', cpu, every(0, 20, 90), ['10 raise secondary']],
    [
      'a dip begins the hold anew, be it within what a raised one is left by',
      cpu,
      [...every(0, 9, 90), [10, 84], ...every(11, 21, 90)],
      ['21 raise secondary'],
    ],
    [
      'it is raised at the level it has reached by then',
      cpu,
      [...every(0, 9, 90), [10, 96]],
      ['10 raise important'],
    ],
    ['once raised it is told once, however long it lasts', atOnce, every(0, 300, 99), ['0 raise secondary']],
    [
      'it trembles around the threshold and is neither cleared nor raised again',
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
      'it is over when it is back by 5 %, and may come again',
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
      'worse is told at once',
      cpu,
      [...every(0, 12, 90), [13, 95], [14, 99]],
      ['10 raise secondary', '13 relevel important'],
    ],
    [
      'better is told after the hold time',
      cpu,
      [...every(0, 10, 97), ...every(11, 25, 88)],
      ['10 raise important', '21 relevel secondary'],
    ],
    [
      'not when it was worse in between',
      cpu,
      [...every(0, 10, 97), ...every(11, 20, 88), [21, 96], ...every(22, 31, 88)],
      ['10 raise important'],
    ],
    [
      'nor while it is better only by a hair',
      cpu,
      [...every(0, 10, 97), ...every(11, 40, 91)],
      ['10 raise important'],
    ],
    [
      'better, it stays at the lower level as long as that is not left',
      cpu,
      [...every(0, 10, 97), ...every(11, 25, 82), [26, 80.7]],
      ['10 raise important', '21 relevel secondary', '26 clear'],
    ],
    [
      'well, it is over from whichever level',
      cpu,
      [...every(0, 10, 97), [11, 40]],
      ['10 raise important', '11 clear'],
    ],
    [
      'silence for longer than ten minutes begins the hold anew',
      cpu,
      [...every(0, 5, 90), ...every(16, 30, 90)],
      ['26 raise secondary'],
    ],
    [
      'silence for ten minutes does not',
      cpu,
      [
        [0, 90],
        [10, 90],
      ],
      ['10 raise secondary'],
    ],
    [
      'silence does not end what was raised',
      atOnce,
      [
        [0, 90],
        [600, 90],
        [601, 10],
      ],
      ['0 raise secondary', '601 clear'],
    ],
    [
      'silence while it was better begins that anew',
      cpu,
      [...every(0, 10, 97), ...every(11, 15, 88), ...every(27, 40, 88)],
      ['10 raise important', '37 relevel secondary'],
    ],
    [
      'what comes late judges nothing',
      atOnce,
      [
        [5, 90],
        [3, 10],
        [5, 10],
        [6, 90],
      ],
      ['5 raise secondary'],
    ],
    ['nor does it begin a hold earlier', cpu, [[5, 90], [2, 90], ...every(6, 14, 90)], []],
    [
      'of signals less is worse, and 3 dB better is well',
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
      'of counts 5 % are left',
      clients,
      [
        [0, 80],
        [1, 77],
        [2, 76],
      ],
      ['0 raise secondary', '2 clear'],
    ],
    [
      'or one at least',
      few,
      [
        [0, 4],
        [1, 3.5],
        [2, 3],
      ],
      ['0 raise notice', '2 clear'],
    ],
    [
      'what lasts grows from level to level and ends when it has been over for a while',
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
      'what comes and goes is told once, and ends when it has calmed down',
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

test.each(STORIES)('%s', (_says, rule, values, told) => {
  expect(storyOf(rule, values)).toEqual(told);
});

describe('what is remembered', () => {
  test('a hold is remembered from the first value that was too much', () => {
    const { watch } = step(cpu, null, { value: 90, at: NOON });
    expect(watch).toEqual({ since: NOON, level: null, betterSince: null, judgedAt: NOON });
    expect(step(cpu, watch, { value: 80, at: NOON + MINUTE }).watch).toBeNull();
  });

  test('what lasts is remembered from its beginning, before it counts', () => {
    const first = step(portDown, null, { value: 1, at: NOON });
    expect(first).toMatchObject({ watch: { since: NOON - MINUTE, level: null }, change: { what: 'none' } });
    const later = step(portDown, first.watch, { value: 40, at: NOON + 39 * MINUTE });
    expect(later).toMatchObject({
      watch: { since: NOON - MINUTE, level: 'important' },
      change: { what: 'raise', level: 'important', value: 40, threshold: 30 },
    });
    expect(step(portDown, null, { value: 0, at: NOON }).watch).toBeNull();
  });

  test('a level the rule no longer has gives way to one it has', () => {
    const watch: Watch = { since: NOON, level: 'urgent', betterSince: null, judgedAt: NOON };
    expect(step(cpu, watch, { value: 83, at: NOON + MINUTE }).change).toMatchObject({
      what: 'relevel',
      level: 'secondary',
    });
    expect(step(cpu, watch, { value: 99, at: NOON + MINUTE }).change).toMatchObject({ level: 'important' });
    expect(step(cpu, watch, { value: 50, at: NOON + MINUTE }).change).toEqual({ what: 'clear' });
  });

  test('a rule without thresholds judges no values', () => {
    const rule = { type: 'rogueAp', holdMs: 0, levels: [{ level: 'important', threshold: null }] } as const;
    expect(step(rule, null, { value: 1, at: NOON })).toEqual({ watch: null, change: { what: 'none' } });
  });
});

/** Values a minute or so apart, sometimes after a long silence. */
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

/** The same for one level, seen over the whole of the past at every value. */
function plainStory(values: readonly Value[], threshold: number, hold: number): string[] {
  const story: string[] = [];
  let raised = false;
  for (const [index, [minute, value]] of values.entries()) {
    if (raised) {
      if (value > threshold * 0.95) continue;
      story.push(`${minute} clear`);
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
    story.push(`${minute} raise secondary`);
    raised = true;
  }
  return story;
}

test('one level agrees with what the whole past says', () => {
  fc.assert(
    fc.property(series, rules, (values, { hold, secondary }) => {
      const rule = ruleOf('highCpu', hold, { secondary });
      expect(storyOf(rule, values)).toEqual(plainStory(values, secondary, hold));
    }),
  );
});

test('whatever comes, it is raised and cleared in turn, and changes level only between', () => {
  fc.assert(
    fc.property(series, rules, (values, { hold, secondary }) => {
      const rule = ruleOf('highCpu', hold, { urgent: 99, important: 91, secondary });
      const told = storyOf(rule, values).map((line) => line.split(' ').slice(1));
      let level: string | undefined;
      for (const [what, to] of told) {
        expect(level === undefined).toBe(what === 'raise');
        if (what === 'relevel') expect(to).not.toBe(level);
        level = what === 'clear' ? undefined : to;
      }
    }),
  );
});

/** When it was raised and cleared, at whichever level. */
function momentsOf(story: readonly string[]): string[] {
  return story
    .filter((line) => !line.includes('relevel'))
    .map((line) => line.split(' ').slice(0, 2).join(' '));
}

test('a process that forgets raises and clears at the same moments', () => {
  fc.assert(
    fc.property(series, rules, (values, { hold, secondary }) => {
      const rule = ruleOf('highCpu', hold, { important: 91, secondary });
      expect(momentsOf(storyOf(rule, values, 'lost'))).toEqual(momentsOf(storyOf(rule, values)));
    }),
  );
});
