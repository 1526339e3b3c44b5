import { setTimeout as pause } from 'node:timers/promises';
import type { DeviceEvent, Report, ScanEntry } from '@airloom/device-protocol/model';
import { DatabaseError } from 'pg';
import { byIndex } from '../../../../platform/database/by-index.ts';
import type { Transaction } from '../../../../platform/database/database.ts';
import { newId } from '../../../../platform/ids.ts';
import type { Platform } from '../../../../platform/platform.ts';
import { logEntryOf } from '../charts/device-log-entry.ts';
import { HealthChanges } from '../charts/health-changes.ts';
import { type Batch, type DueHour, ensureDays, HOUR_MS, writeBatch } from './batch.repository.ts';
import { EventBudget } from './event-budget.ts';
import { MemberReportLimit } from './member-report-limit.ts';
import { readReportedMembers } from './member-reports.repository.ts';
import { PendingItems } from './pending-items.ts';
import type { ReceivedItem, ReportedMembers, ReportingDevice, TimedReport } from './received-items.ts';
import { isTimed, newestOfSeconds, withinBounds } from './report-bounds.ts';
import { eventTime, reportTime } from './report-time.ts';

const FLUSH_EVERY_MS = 500;
const PAUSE_FIRST_MS = 200;
const PAUSE_MAX_MS = 15_000;
const SCAN_ENTRIES_MAX = 500;
/** Of one device in a minute. */
const LOGGED_EVENTS_MAX = 120;
const CLIENT_EVENTS_MAX = 2_000;
const DAY_MS = 24 * HOUR_MS;

/** Hears what is on disk. Must neither wait nor throw. */
export type StoredListener = (stored: readonly ReceivedItem[]) => void;

/**
 * Writes with the reports, in their transaction: what it writes is there exactly when they are. The function
 * it gives back is called after the commit; a batch that failed may come again, in other parts.
 */
export type Participant = (
  tx: Transaction,
  items: readonly ReceivedItem[],
  members: ReportedMembers,
) => Promise<() => void>;

/**
 * Takes in what devices say and writes it in batches. Nothing is dropped: while the database is away, things
 * wait, and `full` asks whoever reads the sockets to stop.
 */
export class Ingest {
  readonly #platform: Pick<Platform, 'database' | 'log' | 'metrics' | 'now'>;
  readonly #waiting = new PendingItems();
  readonly #listeners: StoredListener[] = [];
  readonly #participants: Participant[] = [];
  readonly #loggedEvents = new EventBudget(LOGGED_EVENTS_MAX);
  readonly #clientEvents = new EventBudget(CLIENT_EVENTS_MAX);
  readonly #memberPace = new MemberReportLimit();
  readonly #health = new HealthChanges();
  /** Days known to have a partition. */
  readonly #days = new Set<string>();
  /** Hours still running that this process marked already: hour → devices. */
  readonly #marked = new Map<number, Set<string>>();
  readonly #stopping = new AbortController();
  #timer: NodeJS.Timeout | null = null;
  #draining: Promise<void> | null = null;

  constructor(platform: Pick<Platform, 'database' | 'log' | 'metrics' | 'now'>) {
    this.#platform = platform;
  }

  add(device: ReportingDevice, report: Report, arrival: number): void {
    const at = reportTime(report.at, arrival);
    const told = report.members.length;
    const ofMembers = told > 0 && at !== null && this.#memberPace.take(device.deviceId, at, arrival, told);
    this.#take({ what: 'report', device, report: withinBounds(device, report), arrival, at, ofMembers });
  }

  events(device: ReportingDevice, events: readonly DeviceEvent[], arrival: number): void {
    for (const event of events) {
      const { happening } = event;
      if (happening.type === 'health' && !this.#health.isChange(device.deviceId, happening, arrival))
        continue;
      const ofClient = logEntryOf(happening) === null;
      const allowed = this.#allows(ofClient ? this.#clientEvents : this.#loggedEvents, device, arrival);
      if (allowed === 'no') continue;
      const at = eventTime(event.at, arrival);
      const logged = allowed === 'tooMany' ? 'tooMany' : ofClient ? 'no' : 'yes';
      this.#take({ what: 'event', id: newId(), device, event, arrival, at, logged });
    }
  }

  scan(device: ReportingDevice, entries: readonly ScanEntry[], arrival: number): void {
    this.#take({ what: 'scan', device, entries: entries.slice(0, SCAN_ENTRIES_MAX), arrival });
  }

  notice(device: ReportingDevice, notice: { readonly type: string }, arrival: number): void {
    const logged = this.#allows(this.#loggedEvents, device, arrival);
    if (logged !== 'no') this.#take({ what: 'notice', id: newId(), device, notice, arrival, logged });
  }

  #allows(budget: EventBudget, { deviceId }: ReportingDevice, arrival: number) {
    const allowed = budget.take(deviceId, arrival);
    if (allowed !== 'yes') this.#platform.metrics.deviceEventsLeftOut.inc();
    return allowed;
  }

  /** While true, nothing more should be read from devices. */
  get full(): boolean {
    return this.#waiting.isFull;
  }

  onStored(listener: StoredListener): void {
    this.#listeners.push(listener);
  }

  join(participant: Participant): void {
    this.#participants.push(participant);
  }

  /** Resolves when everything taken in so far is on disk. */
  async flush(): Promise<void> {
    this.#cancelTimer();
    while (this.#waiting.length > 0 && !this.#stopping.signal.aborted) {
      this.#draining ??= this.#drain();
      await this.#draining;
    }
  }

  /** Tries once more to write what waits; what a failing database does not take now, devices keep and send again. */
  async stop(): Promise<void> {
    this.#cancelTimer();
    this.#stopping.abort();
    await this.#draining;
    try {
      while (this.#waiting.length > 0) await this.#store(this.#waiting.batch());
    } catch (error) {
      this.#platform.log.error(
        { err: error, waiting: this.#waiting.length },
        'stopped with reports not stored',
      );
    }
  }

  #take(item: ReceivedItem): void {
    this.#waiting.add(item);
    this.#platform.metrics.reportsWaiting.set(this.#waiting.length);
    if (this.#draining !== null || this.#stopping.signal.aborted) return;
    if (this.#waiting.isBatch) this.#begin();
    else this.#timer ??= setTimeout(() => this.#begin(), FLUSH_EVERY_MS);
  }

  #begin(): void {
    this.#cancelTimer();
    this.#draining ??= this.#drain();
  }

  #cancelTimer(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
  }

  /** One batch after the other until all is written; then whatever came meanwhile waits for its turn. */
  async #drain(): Promise<void> {
    let pauseMs = PAUSE_FIRST_MS;
    while (this.#waiting.length > 0 && !this.#stopping.signal.aborted) {
      try {
        await this.#store(this.#waiting.batch());
        pauseMs = PAUSE_FIRST_MS;
        if (!this.#waiting.isBatch) break;
      } catch (error) {
        this.#platform.log.error(
          { err: error, waiting: this.#waiting.length },
          'reports cannot be stored now',
        );
        await pause(pauseMs, undefined, { signal: this.#stopping.signal }).catch(() => undefined);
        pauseMs = Math.min(PAUSE_MAX_MS, pauseMs * 2);
      }
    }
    this.#draining = null;
    if (this.#waiting.length > 0 && !this.#stopping.signal.aborted) {
      this.#timer ??= setTimeout(() => this.#begin(), FLUSH_EVERY_MS);
    }
  }

  /**
   * Stores the first that wait. What cannot be stored because of what is in it, or takes too long, is found by
   * halving, so that one such thing keeps nothing else from being stored.
   */
  async #store(items: readonly ReceivedItem[]): Promise<void> {
    try {
      await this.#write(items);
    } catch (error) {
      if (isMissingDay(error) && this.#days.size > 0) {
        // Its partition was dropped after this process had seen it.
        this.#days.clear();
        return this.#store(items);
      }
      if (!isOfContent(error) && !tookTooLong(error)) throw error;
      const [only] = items;
      if (items.length === 1 && only !== undefined) this.#refuse(only, error);
      else {
        const half = Math.ceil(items.length / 2);
        await this.#store(items.slice(0, half));
        await this.#store(items.slice(half));
      }
      return;
    }
    const reports = items.reduce((sum, { what }) => sum + (what === 'report' ? 1 : 0), 0);
    this.#platform.metrics.reports.inc({ outcome: 'stored' }, reports);
    this.#settle(items);
  }

  async #write(all: readonly ReceivedItem[]): Promise<void> {
    const { database, metrics } = this.#platform;
    const items = newestOfSeconds(all);
    const reports = items.filter(isTimed);
    const openHour = hourOf(this.#platform.now().getTime());
    const due = this.#unmarked(reports, openHour);
    const stopTimer = metrics.reportFlush.startTimer();
    await this.#prepareDays(reports);
    const commits = await database.asSystem(async (tx) => {
      await byIndex(tx);
      const members = await readReportedMembers(tx, reports);
      // Participants see the database as it was before these reports.
      const committed = await Promise.all(
        this.#participants.map((participant) => participant(tx, items, members)),
      );
      const batch: Batch = { items, reports, members, due, openHour };
      await writeBatch(tx, batch);
      return committed;
    });
    stopTimer();
    for (const commit of commits) commit();
    for (const { hour, device } of due) this.#marked.get(hour)?.add(device.deviceId);
  }

  async #prepareDays(reports: readonly TimedReport[]): Promise<void> {
    const days = new Set<string>();
    for (const { at } of reports) {
      const day = dayOf(at);
      if (!this.#days.has(day)) days.add(day);
    }
    if (days.size === 0) return;
    await this.#platform.database.asSystem((tx) => ensureDays(tx, [...days]));
    for (const day of days) this.#days.add(day);
  }

  /**
   * Hours to mark as due. Nobody rolls up an hour before it is over, so one mark is enough while it runs; after
   * that every report marks it again.
   */
  #unmarked(reports: readonly TimedReport[], openHour: number): DueHour[] {
    for (const hour of this.#marked.keys()) if (hour < openHour) this.#marked.delete(hour);
    const due = new Map<string, DueHour>();
    for (const { at, device } of reports) {
      const hour = hourOf(at);
      if (hour >= openHour) {
        const marked = this.#marked.get(hour) ?? new Set();
        this.#marked.set(hour, marked);
        if (marked.has(device.deviceId)) continue;
      }
      due.set(`${hour} ${device.deviceId}`, { device, hour });
    }
    return [...due.values()];
  }

  #refuse(item: ReceivedItem, error: unknown): void {
    const { tenant, deviceId } = item.device;
    this.#platform.log.error(
      { err: error, tenant, deviceId, what: item.what },
      'what a device said was refused',
    );
    this.#platform.metrics.reports.inc({ outcome: 'refused' });
    // Told as stored all the same: a device that keeps it would send it for ever.
    this.#settle([item]);
  }

  /** They stood first, and no longer wait. */
  #settle(items: readonly ReceivedItem[]): void {
    this.#waiting.drop(items.length);
    const { metrics, log } = this.#platform;
    metrics.reportsWaiting.set(this.#waiting.length);
    for (const hear of this.#listeners) {
      try {
        hear(items);
      } catch (error) {
        log.error({ err: error }, 'a listener to stored reports failed');
      }
    }
  }
}

function hourOf(at: number): number {
  return at - (at % HOUR_MS);
}

function dayOf(at: number): string {
  return new Date(at - (at % DAY_MS)).toISOString().slice(0, 10);
}

const CHECK_VIOLATION = '23514';
const QUERY_CANCELED = '57014';

function isMissingDay(error: unknown): boolean {
  return (
    error instanceof DatabaseError &&
    error.code === CHECK_VIOLATION &&
    error.message.includes('no partition of relation')
  );
}

function tookTooLong(error: unknown): boolean {
  return error instanceof DatabaseError && error.code === QUERY_CANCELED;
}

/** Whether it fails because of what is written (or a mistake of ours with it), and would fail again. */
function isOfContent(error: unknown): boolean {
  if (error instanceof TypeError || error instanceof RangeError) return true;
  if (!(error instanceof DatabaseError)) return false;
  return ['21', '22', '23', '54'].includes((error.code ?? '').slice(0, 2));
}
