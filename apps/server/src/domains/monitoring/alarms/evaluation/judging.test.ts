import fc from 'fast-check';
import { expect, test } from 'vitest';
import { portOf, reportOf } from '../../telemetry/testing/reports.ts';
import { ruleOf, type StoredRule } from '../rules/rule.ts';
import { AccountRules } from '../rules/rules-cache.ts';
import { DeviceLedger, type DeviceState, judge } from './judging.ts';

const MINUTE = 60_000;
const NOON = Date.UTC(2026, 9, 20, 12);

const levels = [
  { level: 'important', threshold: 95 },
  { level: 'secondary', threshold: 80 },
] as const;
const shared = { kinds: [], sites: [], holdMinutes: 0, macs: [] } as const;
const STORED: readonly StoredRule[] = [
  { id: 'cpu', type: 'highCpu', ...shared, levels },
  { id: 'slow', type: 'highCpu', ...shared, levels, holdMinutes: 5 },
  { id: 'port', type: 'portDown', ...shared, levels: [{ level: 'notice', threshold: 2 }] },
];
const rules = new AccountRules(STORED.map(ruleOf));
const plan = rules.planFor('switch', 'site');
const UNSEEN: DeviceState = { plan, newestAt: 0, ports: null, watches: new Map() };

interface Said {
  readonly minute: number;
  readonly cpu: number | null;
  readonly linked?: boolean;
}

function reportAt({ cpu, linked }: Said) {
  const unit = { uptimeSeconds: 60, cpuPercent: cpu, memoryPercent: null, temperature: null };
  return reportOf({ unit, ports: linked === undefined ? [] : [portOf('LAN1', { linked })] });
}

/** What becomes of a device; with `quiet` while it must raise nothing. */
function tell(
  said: readonly Said[],
  { from = UNSEEN, quiet = false }: { from?: DeviceState; quiet?: boolean } = {},
) {
  const ledger = new DeviceLedger();
  let state = from;
  for (const one of said) {
    state = judge(state, { report: reportAt(one), at: NOON + one.minute * MINUTE, quiet }, ledger);
  }
  const entries = ledger.entries.map(({ rule, part, watch, cleared, raised, relevelled }) => ({
    key: `${rule.id}${part}`,
    level: watch?.level,
    cleared: cleared?.reason,
    raised: raised.map(({ level, clearedAt }) => `${level}${clearedAt === null ? '' : ' over'}`),
    relevelled: relevelled?.level,
  }));
  return { state, entries, isWorse: ledger.isWorse };
}

test('a device that is well is told nothing of and writes nothing', () => {
  const { entries, state } = tell([
    { minute: 0, cpu: 5, linked: true },
    { minute: 1, cpu: 79, linked: true },
  ]);
  expect(entries).toEqual([]);
  expect(state.watches.size).toBe(0);
});

test('what goes on as it is writes nothing', () => {
  const before = tell([{ minute: 0, cpu: 90 }]);
  expect(before.isWorse).toBe(true);
  const { entries, isWorse } = tell([{ minute: 1, cpu: 91 }], { from: before.state });
  expect(entries).toEqual([]);
  expect(isWorse).toBe(false);
});

test('raised, worse, over and raised again in one transaction', () => {
  const { entries } = tell([
    { minute: 0, cpu: 90 },
    { minute: 1, cpu: 96 },
    { minute: 2, cpu: 10 },
    { minute: 3, cpu: 85 },
  ]);
  expect(entries.find(({ key }) => key === 'cpu')).toEqual({
    key: 'cpu',
    level: 'secondary',
    cleared: undefined,
    raised: ['important over', 'secondary'],
    relevelled: undefined,
  });
});

test('what stood before and comes again is cleared once and raised once', () => {
  const { state } = tell([{ minute: 0, cpu: 90 }]);
  const { entries } = tell(
    [
      { minute: 1, cpu: 96 },
      { minute: 2, cpu: 10 },
      { minute: 3, cpu: 99 },
    ],
    { from: state },
  );
  expect(entries.find(({ key }) => key === 'cpu')).toMatchObject({
    cleared: 'recovered',
    raised: ['important'],
  });
});

test('a device that has to be quiet begins nothing, keeps no hold and gets no worse', () => {
  const { state } = tell([
    { minute: 0, cpu: 90 },
    { minute: 1, cpu: 90 },
  ]);
  expect([...state.watches.keys()]).toEqual(['cpu ', 'slow ']);
  const quiet = tell([{ minute: 2, cpu: 99 }], { from: state, quiet: true });
  expect(quiet.entries).toMatchObject([{ key: 'slow', level: undefined, raised: [], cleared: undefined }]);
  expect([...quiet.state.watches.values()].map(({ watch }) => watch.level)).toEqual(['secondary']);
});

test('but what stood may end', () => {
  const { state } = tell([{ minute: 0, cpu: 90 }]);
  const { entries } = tell([{ minute: 1, cpu: 10 }], { from: state, quiet: true });
  expect(entries.find(({ key }) => key === 'cpu')).toMatchObject({ cleared: 'recovered' });
});

test('what a device has not spoken of for an hour is over, a hold after ten minutes', () => {
  const { state } = tell([{ minute: 0, cpu: 90 }]);
  const silent = (minutes: number) =>
    tell(
      Array.from({ length: minutes }, (_, index) => ({ minute: index + 1, cpu: null })),
      { from: state },
    ).entries;
  expect(silent(10)).toEqual([]);
  expect(silent(11)).toMatchObject([{ key: 'slow', level: undefined, cleared: undefined }]);
  expect(silent(60)).toHaveLength(1);
  expect(silent(61)).toMatchObject([{ key: 'slow' }, { key: 'cpu', cleared: 'recovered' }]);
});

const said = fc
  .array(
    fc.record({
      pause: fc.constantFrom(1, 1, 2, 12),
      cpu: fc.constantFrom(10, 79, 85, 96, null),
      linked: fc.constantFrom(true, false, undefined),
    }),
    { maxLength: 40 },
  )
  .map((rows) => {
    let minute = 0;
    return rows.map(({ pause, cpu, linked }): Said => {
      minute += pause;
      return { minute, cpu, ...(linked === undefined ? {} : { linked }) };
    });
  });

test('however often and however late reports come again, it is as if they came once', () => {
  fc.assert(
    fc.property(said, fc.array(fc.nat(), { minLength: 40, maxLength: 40 }), (story, again) => {
      const mixed = story.flatMap((one, index) => [one, story[(again[index] ?? 0) % (index + 1)] ?? one]);
      expect(tell(mixed)).toEqual(tell(story));
    }),
  );
});

/** How much is raised and cleared when it comes in these parts. */
function count(parts: readonly (readonly Said[])[]) {
  let from = UNSEEN;
  let raised = 0;
  let cleared = 0;
  for (const part of parts) {
    const { entries, state } = tell(part, { from });
    from = state;
    for (const entry of entries) {
      raised += entry.raised.length;
      cleared += entry.raised.filter((one) => one.endsWith('over')).length + (entry.cleared ? 1 : 0);
    }
  }
  return { raised, cleared, levels: [...from.watches.values()].map(({ watch }) => watch.level) };
}

test('in however many transactions it comes, the same is raised and cleared', () => {
  fc.assert(
    fc.property(said, fc.nat(40), (story, cut) => {
      expect(count([story.slice(0, cut), story.slice(cut)])).toEqual(count([story]));
      expect(count(story.map((one) => [one]))).toEqual(count([story]));
    }),
  );
});
