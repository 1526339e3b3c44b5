import { MINUTE } from '@airloom/contract/time';
import { sql } from 'kysely';
import { InProcessBus } from '../../../../platform/bus/in-process-bus.ts';
import { Ingest, type ReceivedReport, type ReportingDevice } from '../../telemetry/index.ts';
import { type Fixture, openFixture } from '../../telemetry/testing/fixture.ts';
import { reportOf } from '../../telemetry/testing/reports.ts';
import { AlarmWatch } from '../evaluation/watch.ts';
import { RulesCache } from '../rules/rules-cache.ts';
import { insertRule } from './stored-rules.ts';

export const NOON = Date.UTC(2026, 9, 20, 12);

/** State of a process that holds device connections. */
interface Holder {
  readonly ingest: Ingest;
  readonly watch: AlarmWatch;
  readonly rules: RulesCache;
}

const minuteOf = (at: Date) => Math.round((at.getTime() - NOON) / MINUTE);

/** A switch that reports its CPU load, and the resulting alarms. Times are minutes after noon. */
export class WatchStage {
  readonly ground: Fixture;
  readonly device: ReportingDevice;
  readonly bus: InProcessBus;
  holder: Holder;
  /** How often the outbox was kicked. */
  kicked = 0;

  private constructor(ground: Fixture, device: ReportingDevice) {
    this.ground = ground;
    this.device = device;
    this.bus = new InProcessBus(ground.platform.log);
    this.holder = this.startHolder();
  }

  static async prepare(): Promise<WatchStage> {
    const ground = await openFixture();
    ground.setClock(NOON);
    return new WatchStage(ground, await ground.device('switch'));
  }

  async end(): Promise<void> {
    await this.stopHolder();
    await this.ground.end();
  }

  /** A process with no state but the database. */
  startHolder(): Holder {
    const { platform } = this.ground;
    const wakeOutbox = () => {
      this.kicked += 1;
    };
    const rules = new RulesCache(this.bus, () => platform.now().getTime());
    const watch = new AlarmWatch({ ...platform, wakeOutbox }, rules);
    const ingest = new Ingest(platform);
    ingest.join(watch.take);
    return { ingest, watch, rules };
  }

  async stopHolder(): Promise<void> {
    await this.holder.ingest.stop();
    this.holder.rules.stop();
  }

  async restart(): Promise<void> {
    await this.stopHolder();
    this.holder = this.startHolder();
  }

  rule(fields: Parameters<typeof insertRule>[2]): Promise<string> {
    return insertRule(this.ground.platform.database, this.ground.tenant, fields);
  }

  reportItem(minute: number, cpuPercent: number, device = this.device): ReceivedReport {
    const at = NOON + minute * MINUTE;
    const unit = { uptimeSeconds: 60, cpuPercent, memoryPercent: null, temperature: null };
    return { what: 'report', device, report: reportOf({ at, unit }), arrival: at, at, ofMembers: false };
  }

  add(minute: number, cpu: number, device = this.device): void {
    const { ground, holder } = this;
    const { report, arrival } = this.reportItem(minute, cpu, device);
    ground.setClock(Math.max(arrival, ground.platform.now().getTime()));
    holder.ingest.add(device, report, ground.platform.now().getTime());
  }

  async report(minute: number, cpu: number, device = this.device): Promise<void> {
    this.add(minute, cpu, device);
    await this.holder.ingest.flush();
  }

  /** One report per minute, each in its own transaction. */
  async reportAll(first: number, ...values: number[]): Promise<void> {
    for (const [index, value] of values.entries()) await this.report(first + index, value);
  }

  /** Alarms as `level raised-cleared reason`. */
  async alarms(ruleId: string | null = null): Promise<string[]> {
    const rows = await this.ground.rows(sql<{
      level: string;
      raised: Date;
      cleared: Date | null;
      why: string | null;
    }>`
      select level, raised_at as raised, cleared_at as cleared, clear_reason as why from alarm
      where ${ruleId}::uuid is null or rule_id = ${ruleId}::uuid order by raised_at, id`);
    return rows.map(({ level, raised, cleared, why }) => {
      const end = cleared === null ? 'open' : `${minuteOf(cleared)} ${why}`;
      return `${level} ${minuteOf(raised)}-${end}`;
    });
  }

  watches(): Promise<{ level: string | null; part: string }[]> {
    return this.ground.rows(sql`select level, part from alarm_watch order by part, level`);
  }

  /** Alarm ids of published events, repeated per event. */
  async publishedAlarms(): Promise<string[]> {
    const events = await this.ground.rows(
      sql<{ ids: string[] }>`select payload -> 'alarmIds' as ids from outbox where type = 'AlarmsChanged'`,
    );
    return events.flatMap(({ ids }) => ids);
  }
}
