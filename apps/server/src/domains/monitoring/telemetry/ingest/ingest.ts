import { setTimeout as pause } from 'node:timers/promises';
import { type Backoff, backoffMs } from '@airloom/contract/backoff';
import { DAY, HOUR } from '@airloom/contract/time';
import type { DeviceEvent, Report, ScanEntry } from '@airloom/device-protocol/model';
import { DatabaseError } from 'pg';
import { byIndex } from '../../../../platform/database/by-index.ts';
import type { Transaction } from '../../../../platform/database/database.ts';
import { newId } from '../../../../platform/ids.ts';
import type { Platform } from '../../../../platform/platform.ts';
import { logEntryOf } from '../charts/device-log-entry.ts';
import { HealthChanges } from '../charts/health-changes.ts';
import { type Batch, type DueHour, ensureDays, writeBatch } from './batch.repository.ts';
import { EventBudget } from './event-budget.ts';
import { MemberReportLimit } from './member-report-limit.ts';
import { readReportedMembers } from './member-reports.repository.ts';
import { OnAirSets, StoredSets } from './on-air-sets.ts';
import { PendingItems } from './pending-items.ts';
import type { ReceivedItem, ReportedMembers, ReportingDevice, TimedReport } from './received-items.ts';
import { isTimed, newestOfSeconds, withinBounds } from './report-bounds.ts';
import { eventTime, latestAt, reportTime } from './report-time.ts';

const FLUSH_EVERY_MS = 500;
const RETRY: Backoff = { firstMs: 200, maxMs: 15_000 };
const SCAN_ENTRIES_MAX = 500;
/** Per device and minute. */
const LOGGED_EVENTS_MAX = 120;
const CLIENT_EVENTS_MAX = 2_000;

/** Called with stored items. Must not block or throw. */
export type StoredListener = (stored: readonly ReceivedItem[]) => void;

/**
 * Writes in the transaction of the reports. The returned function is called after the commit; items of a failed batch may
 * come again in other batches.
 */
export type Participant = (
  tx: Transaction,
  items: readonly ReceivedItem[],
  members: ReportedMembers,
) => Promise<() => void>;

/**
 * Receives reports, events and scans of devices and writes them in batches. Nothing is dropped: while the database is
 * unavailable, items stay pending and `full` tells the gateway to stop reading.
 */
export class Ingest {
  readonly #platform: Pick<Platform, 'database' | 'log' | 'metrics' | 'now'>;
  readonly #pending = new PendingItems();
  readonly #listeners: StoredListener[] = [];
  readonly #participants: Participant[] = [];
  readonly #loggedEvents = new EventBudget(LOGGED_EVENTS_MAX);
  readonly #clientEvents = new EventBudget(CLIENT_EVENTS_MAX);
  readonly #memberReportLimit = new MemberReportLimit();
  readonly #healthChanges = new HealthChanges();
  readonly #storedSets = new StoredSets();
  /** Days with a known partition. */
  readonly #days = new Set<string>();
  /** Open hours already marked by this process: hour → devices. */
  readonly #marked = new Map<number, Set<string>>();
  readonly #stopping = new AbortController();
  #timer: NodeJS.Timeout | null = null;
  #draining: Promise<void> | null = null;

  constructor(platform: Pick<Platform, 'database' | 'log' | 'metrics' | 'now'>) {
    this.#platform = platform;
  }

  add(device: ReportingDevice, report: Report, arrival: number): void {
    const at = reportTime(report.at, arrival);
    const members = report.members.length;
    const ofMembers =
      members > 0 && at !== null && this.#memberReportLimit.take(device.deviceId, at, arrival, members);
    this.#add({ what: 'report', device, report: withinBounds(device, report), arrival, at, ofMembers });
  }

  events(device: ReportingDevice, events: readonly DeviceEvent[], arrival: number): void {
    for (const event of events) {
      const { happening } = event;
      if (happening.type === 'health' && !this.#healthChanges.isChange(device.deviceId, happening, arrival))
        continue;
      const ofClient = logEntryOf(happening) === null;
      const allowed = this.#allows(ofClient ? this.#clientEvents : this.#loggedEvents, device, arrival);
      if (allowed === 'no') continue;
      const at = eventTime(event.at, arrival);
      const logged = allowed === 'tooMany' ? 'tooMany' : ofClient ? 'no' : 'yes';
      this.#add({ what: 'event', id: newId(), device, event, arrival, at, logged });
    }
  }

  scan(device: ReportingDevice, entries: readonly ScanEntry[], arrival: number): void {
    this.#add({ what: 'scan', device, entries: entries.slice(0, SCAN_ENTRIES_MAX), arrival });
  }

  notice(device: ReportingDevice, notice: { readonly type: string }, arrival: number): void {
    const logged = this.#allows(this.#loggedEvents, device, arrival);
    if (logged !== 'no') this.#add({ what: 'notice', id: newId(), device, notice, arrival, logged });
  }

  #allows(budget: EventBudget, { deviceId }: ReportingDevice, arrival: number) {
    const allowed = budget.take(deviceId, arrival);
    if (allowed !== 'yes') this.#platform.metrics.deviceEventsLeftOut.inc();
    return allowed;
  }

  /** While true, nothing more should be read from devices. */
  get full(): boolean {
    return this.#pending.isFull;
  }

  onStored(listener: StoredListener): void {
    this.#listeners.push(listener);
  }

  join(participant: Participant): void {
    this.#participants.push(participant);
  }

  /** Resolves when everything received so far is stored. */
  async flush(): Promise<void> {
    this.#cancelTimer();
    while (this.#pending.length > 0 && !this.#stopping.signal.aborted) {
      this.#draining ??= this.#drain();
      await this.#draining;
    }
  }

  /** Tries once more to write pending items; devices send again what is not stored. */
  async stop(): Promise<void> {
    this.#cancelTimer();
    this.#stopping.abort();
    await this.#draining;
    try {
      while (this.#pending.length > 0) await this.#store(this.#pending.batch());
    } catch (error) {
      this.#platform.log.error(
        { err: error, waiting: this.#pending.length },
        'stopped with reports not stored',
      );
    }
  }

  #add(item: ReceivedItem): void {
    this.#pending.add(item);
    this.#platform.metrics.reportsWaiting.set(this.#pending.length);
    if (this.#draining !== null || this.#stopping.signal.aborted) return;
    if (this.#pending.isBatch) this.#begin();
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

  /** Writes batch after batch; items that arrive meanwhile wait for the next flush. */
  async #drain(): Promise<void> {
    let failures = 0;
    while (this.#pending.length > 0 && !this.#stopping.signal.aborted) {
      try {
        await this.#store(this.#pending.batch());
        failures = 0;
        if (!this.#pending.isBatch) break;
      } catch (error) {
        this.#platform.log.error(
          { err: error, waiting: this.#pending.length },
          'reports cannot be stored now',
        );
        await pause(backoffMs(RETRY, failures), undefined, { signal: this.#stopping.signal }).catch(
          () => undefined,
        );
        failures += 1;
      }
    }
    this.#draining = null;
    if (this.#pending.length > 0 && !this.#stopping.signal.aborted) {
      this.#timer ??= setTimeout(() => this.#begin(), FLUSH_EVERY_MS);
    }
  }

  /**
   * Stores the first pending items. An item that cannot be stored or takes too long is found by halving the batch, so
   * that it blocks no others.
   */
  async #store(items: readonly ReceivedItem[]): Promise<void> {
    try {
      await this.#write(items);
    } catch (error) {
      if (isMissingDay(error) && this.#days.size > 0) {
        // The partition was dropped after this process had seen it.
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
    const now = this.#platform.now().getTime();
    const openHour = hourOf(now);
    const due = this.#unmarked(reports, openHour);
    const onAir = new OnAirSets(this.#storedSets, now);
    const stopTimer = metrics.reportFlush.startTimer();
    await this.#prepareDays(reports);
    const commits = await database.asSystem(async (tx) => {
      await byIndex(tx);
      const members = await readReportedMembers(tx, reports);
      // Participants see the database as it was before these reports.
      const committed = await Promise.all(
        this.#participants.map((participant) => participant(tx, items, members)),
      );
      const batch: Batch = { items, reports, members, due, openHour, latest: latestAt(now), onAir };
      await writeBatch(tx, batch);
      return committed;
    });
    stopTimer();
    for (const commit of commits) commit();
    this.#storedSets.add(onAir.missing, now);
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
   * Hours to mark as due. An open hour is not rolled up, so one mark is enough; a past hour is marked by every report.
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
      'an item of a device was refused',
    );
    this.#platform.metrics.reports.inc({ outcome: 'refused' });
    // Acknowledged nevertheless: a device would send it for ever.
    this.#settle([item]);
  }

  /** Removes the first pending items and notifies listeners. */
  #settle(items: readonly ReceivedItem[]): void {
    this.#pending.drop(items.length);
    const { metrics, log } = this.#platform;
    metrics.reportsWaiting.set(this.#pending.length);
    for (const listener of this.#listeners) {
      try {
        listener(items);
      } catch (error) {
        log.error({ err: error }, 'a listener to stored reports failed');
      }
    }
  }
}

function hourOf(at: number): number {
  return at - (at % HOUR);
}

function dayOf(at: number): string {
  return new Date(at - (at % DAY)).toISOString().slice(0, 10);
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

/** Whether the error is caused by the data (or a bug) and would occur again. */
function isOfContent(error: unknown): boolean {
  if (error instanceof TypeError || error instanceof RangeError) return true;
  if (!(error instanceof DatabaseError)) return false;
  return ['21', '22', '23', '54'].includes((error.code ?? '').slice(0, 2));
}
