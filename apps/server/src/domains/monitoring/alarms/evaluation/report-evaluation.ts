import type { ClearReason } from '@airloom/contract/alarms/alarms.states';
import { type AlarmLevel, type AlarmType, gravity } from '@airloom/contract/alarms/alarms.types';
import { newId } from '../../../../platform/ids.ts';
import type { Rule } from '../rules/rule.ts';
import type { Plan } from '../rules/rules-cache.ts';
import { type Change, GAP_MS, isCalming, reaches, type Step, step, type Watch } from '../rules/threshold.ts';
import { type EvaluatedReport, portsAfter, read, type SeenPorts } from './readings.ts';

/** An alarm ends when its value, such as a port that no longer exists, has not been reported for this long. */
const GONE_MS = 60 * 60_000;

export interface Watched {
  readonly rule: Rule;
  readonly part: string;
  readonly watch: Watch;
}

/** State of a device between its reports. */
export interface DeviceState {
  readonly plan: Plan;
  /** Time of the newest evaluated report. */
  readonly newestAt: number;
  readonly ports: SeenPorts | null;
  readonly watches: ReadonlyMap<string, Watched>;
}

export interface Raised {
  readonly id: string;
  level: AlarmLevel;
  value: number;
  threshold: number | null;
  readonly at: number;
  /** Cleared before it was written. */
  clearedAt: number | null;
}

/** Changes within one transaction for one rule and a device or a part of it. */
export interface Entry {
  readonly rule: Rule;
  readonly part: string;
  /** As stored. */
  readonly before: Watch | null;
  watch: Watch | null;
  /** Level change of the alarm that was active before. */
  relevelled: Extract<Change, { what: 'relevel' | 'raise' }> | null;
  cleared: { readonly at: number; readonly reason: ClearReason } | null;
  readonly raised: Raised[];
}

const NOTHING: readonly Entry[] = [];
const UNWATCHED: readonly Watched[] = [];
const CLEARED: Step = { watch: null, change: { what: 'clear' } };
const DROPPED: Step = { watch: null, change: { what: 'none' } };

export function keyOf(ruleId: string, part: string): string {
  return `${ruleId} ${part}`;
}

/** All changes to write for one device. */
export class DeviceLedger {
  #entries: Map<string, Entry> | null = null;
  /** Whether a condition began, was raised or escalated, which a suppressed device must not do. */
  isWorse = false;

  get entries(): readonly Entry[] {
    return this.#entries === null ? NOTHING : [...this.#entries.values()];
  }

  note({ rule, part }: Omit<Watched, 'watch'>, before: Watch | null, next: Step, at: number): void {
    if (isWorse(before, next.watch)) this.isWorse = true;
    if (next.change.what === 'none' && isStoredAlike(before, next.watch)) return;
    const entry = this.#entry(rule, part, before);
    entry.watch = next.watch;
    this.#apply(entry, next.change, at);
  }

  /** The rule no longer applies to the device. */
  end({ rule, part, watch }: Watched, at: number): void {
    const entry = this.#entry(rule, part, watch);
    entry.watch = null;
    if (watch.level !== null) entry.cleared = { at, reason: 'ruleChanged' };
  }

  #entry(rule: Rule, part: string, before: Watch | null): Entry {
    const key = keyOf(rule.id, part);
    this.#entries ??= new Map();
    const known = this.#entries.get(key);
    if (known !== undefined) return known;
    const entry: Entry = { rule, part, before, watch: before, relevelled: null, cleared: null, raised: [] };
    this.#entries.set(key, entry);
    return entry;
  }

  #apply(entry: Entry, change: Change, at: number): void {
    if (change.what === 'none') return;
    const last = entry.raised.at(-1);
    const open = last !== undefined && last.clearedAt === null ? last : null;
    if (change.what === 'clear') {
      if (open !== null) open.clearedAt = at;
      else entry.cleared ??= { at, reason: 'recovered' };
      return;
    }
    const { level, value, threshold } = change;
    if (change.what === 'raise') {
      entry.raised.push({ id: newId(), level, value, threshold, at, clearedAt: null });
    } else if (open === null) entry.relevelled = change;
    else Object.assign(open, { level, value, threshold });
  }
}

function isWorse(before: Watch | null, after: Watch | null): boolean {
  if (after === null) return false;
  return before === null || gravity(after.level) < gravity(before.level);
}

export function isStoredAlike(one: Watch | null, other: Watch | null): boolean {
  return one?.since === other?.since && one?.level === other?.level;
}

export interface Given {
  readonly report: EvaluatedReport;
  readonly at: number;
  /** Whether alarms of the device are suppressed. */
  readonly suppressed: boolean;
  /** Ports that are down because the device at the other end is offline. */
  readonly suppressedPorts?: ReadonlySet<string>;
}

/** Evaluates a report with the rules that apply to its device; reports older than the newest are ignored. */
export function evaluateReport(state: DeviceState, given: Given, ledger: DeviceLedger): DeviceState {
  const { report, at } = given;
  if (at <= state.newestAt) return state;
  const { plan } = state;
  const ports = plan.needsPorts ? portsAfter(report.ports, at, state.ports) : null;
  const context = { report, at, before: state.ports, ports };
  const watches = new Watches(state.watches);
  for (const { type, rules, mildest } of plan.readings) {
    read(type, context, (part, value) => {
      const watching = watches.of(type, part);
      const isReached = reaches(type, mildest, value);
      if (!isReached && watching.length === 0) return;
      const measured = { value, at };
      // A value below all thresholds matters only to rules that already watch it.
      for (const rule of isReached ? rules : watching.map((watched) => watched.rule)) {
        const before = watching.find((watched) => watched.rule.id === rule.id)?.watch ?? null;
        const next = step(rule, before, measured);
        if (before === null && next.watch === null) continue;
        const result = withSuppression({ rule, part }, before, next, given);
        ledger.note({ rule, part }, before, result, at);
        watches.set(rule, part, result.watch);
      }
    });
  }
  for (const watched of watches.unreported(at)) {
    const { rule, part, watch } = watched;
    if (isCalming(rule, watch) && ports?.at === at) {
      const next = step(rule, watch, { value: 0, at });
      ledger.note(watched, watch, next, at);
      watches.set(rule, part, next.watch);
      continue;
    }
    const silent = at - watch.evaluatedAt;
    if (silent <= (watch.level === null ? GAP_MS : GONE_MS)) continue;
    ledger.note(watched, watch, watch.level === null ? DROPPED : CLEARED, at);
    watches.set(rule, part, null);
  }
  return { plan, newestAt: at, ports, watches: watches.all };
}

function withSuppression(
  { rule, part }: Omit<Watched, 'watch'>,
  before: Watch | null,
  next: Step,
  { suppressed, suppressedPorts }: Given,
): Step {
  if (suppressed) return suppressedStep(before, next);
  return rule.type === 'portDown' && suppressedPorts?.has(part) === true ? withoutRaise(next) : next;
}

/** Keeps the watch; it is raised when the port is no longer suppressed. */
function withoutRaise(next: Step): Step {
  if (next.change.what !== 'raise' || next.watch === null) return next;
  return { watch: { ...next.watch, level: null }, change: { what: 'none' } };
}

/** Nothing begins and nothing escalates; an active alarm may still recover. */
function suppressedStep(before: Watch | null, next: Step): Step {
  if (next.watch === null) return next;
  if (before === null || before.level === null) return DROPPED;
  if (!isWorse(before, next.watch)) return next;
  return { watch: { ...before, evaluatedAt: next.watch.evaluatedAt }, change: { what: 'none' } };
}

/** The watches of a device, copied on the first change. */
class Watches {
  #all: ReadonlyMap<string, Watched>;
  #own: Map<string, Watched> | null = null;

  constructor(all: ReadonlyMap<string, Watched>) {
    this.#all = all;
  }

  get all(): ReadonlyMap<string, Watched> {
    return this.#all;
  }

  set(rule: Rule, part: string, watch: Watch | null): void {
    this.#own ??= new Map(this.#all);
    this.#all = this.#own;
    const key = keyOf(rule.id, part);
    if (watch === null) this.#own.delete(key);
    else this.#own.set(key, { rule, part, watch });
  }

  /** Watches of a part by rules of a type. */
  of(type: AlarmType, part: string): readonly Watched[] {
    if (this.#all.size === 0) return UNWATCHED;
    return [...this.#all.values()].filter((watched) => watched.part === part && watched.rule.type === type);
  }

  /** Watches without a value in the report of this time. */
  unreported(at: number): Watched[] {
    if (this.#all.size === 0) return [];
    return [...this.#all.values()].filter(({ watch }) => watch.evaluatedAt !== at);
  }
}
