import { MINUTE } from '@airloom/contract/time';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { portOf, reportOf } from '../../telemetry/testing/reports.ts';
import { ruleOf, type StoredRule } from '../rules/rule.ts';
import { AccountRules } from '../rules/rules-cache.ts';
import { DeviceLedger, type DeviceState, evaluateReport } from './report-evaluation.ts';

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

interface ReportedValues {
  readonly minute: number;
  readonly cpu: number | null;
  readonly linked?: boolean;
}

function reportAt({ cpu, linked }: ReportedValues) {
  const unit = { uptimeSeconds: 60, cpuPercent: cpu, memoryPercent: null, temperature: null };
  return reportOf({ unit, ports: linked === undefined ? [] : [portOf('LAN1', { linked })] });
}

/** Evaluates reports of a device; with `suppressed` while its alarms are suppressed. */
function evaluate(
  said: readonly ReportedValues[],
  { from = UNSEEN, suppressed = false }: { from?: DeviceState; suppressed?: boolean } = {},
) {
  const ledger = new DeviceLedger();
  let state = from;
  for (const one of said) {
    state = evaluateReport(
      state,
      { report: reportAt(one), at: NOON + one.minute * MINUTE, suppressed },
      ledger,
    );
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

test('a healthy device raises nothing and writes nothing', () => {
  const { entries, state } = evaluate([
    { minute: 0, cpu: 5, linked: true },
    { minute: 1, cpu: 79, linked: true },
  ]);
  expect(entries).toEqual([]);
  expect(state.watches.size).toBe(0);
});

test('an unchanged condition writes nothing', () => {
  const before = evaluate([{ minute: 0, cpu: 90 }]);
  expect(before.isWorse).toBe(true);
  const { entries, isWorse } = evaluate([{ minute: 1, cpu: 91 }], { from: before.state });
  expect(entries).toEqual([]);
  expect(isWorse).toBe(false);
});

test('raises, escalates, clears and raises again in one transaction', () => {
  const { entries } = evaluate([
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

test('an active alarm that recovers and returns is cleared once and raised once', () => {
  const { state } = evaluate([{ minute: 0, cpu: 90 }]);
  const { entries } = evaluate(
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

test('a suppressed device starts no condition, keeps no hold time and does not escalate', () => {
  const { state } = evaluate([
    { minute: 0, cpu: 90 },
    { minute: 1, cpu: 90 },
  ]);
  expect([...state.watches.keys()]).toEqual(['cpu ', 'slow ']);
  const suppressed = evaluate([{ minute: 2, cpu: 99 }], { from: state, suppressed: true });
  expect(suppressed.entries).toMatchObject([
    { key: 'slow', level: undefined, raised: [], cleared: undefined },
  ]);
  expect([...suppressed.state.watches.values()].map(({ watch }) => watch.level)).toEqual(['secondary']);
});

test('a suppressed device may still recover', () => {
  const { state } = evaluate([{ minute: 0, cpu: 90 }]);
  const { entries } = evaluate([{ minute: 1, cpu: 10 }], { from: state, suppressed: true });
  expect(entries.find(({ key }) => key === 'cpu')).toMatchObject({ cleared: 'recovered' });
});

test('a value missing for an hour clears the alarm, for ten minutes the hold time', () => {
  const { state } = evaluate([{ minute: 0, cpu: 90 }]);
  const silent = (minutes: number) =>
    evaluate(
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
    return rows.map(({ pause, cpu, linked }): ReportedValues => {
      minute += pause;
      return { minute, cpu, ...(linked === undefined ? {} : { linked }) };
    });
  });

test('duplicate and late reports change nothing', () => {
  fc.assert(
    fc.property(said, fc.array(fc.nat(), { minLength: 40, maxLength: 40 }), (sequence, again) => {
      const mixed = sequence.flatMap((one, index) => [
        one,
        sequence[(again[index] ?? 0) % (index + 1)] ?? one,
      ]);
      expect(evaluate(mixed)).toEqual(evaluate(sequence));
    }),
  );
});

/** Numbers of raised and cleared alarms when the reports are split into these transactions. */
function count(parts: readonly (readonly ReportedValues[])[]) {
  let from = UNSEEN;
  let raised = 0;
  let cleared = 0;
  for (const part of parts) {
    const { entries, state } = evaluate(part, { from });
    from = state;
    for (const entry of entries) {
      raised += entry.raised.length;
      cleared += entry.raised.filter((one) => one.endsWith('over')).length + (entry.cleared ? 1 : 0);
    }
  }
  return { raised, cleared, levels: [...from.watches.values()].map(({ watch }) => watch.level) };
}

test('raises and clears the same in any number of transactions', () => {
  fc.assert(
    fc.property(said, fc.nat(40), (sequence, cut) => {
      expect(count([sequence.slice(0, cut), sequence.slice(cut)])).toEqual(count([sequence]));
      expect(count(sequence.map((one) => [one]))).toEqual(count([sequence]));
    }),
  );
});
