import { type AlarmType, DEFAULT_RULES } from '@airloom/contract/alarms/alarms.types';
import type { DeviceKind } from '@airloom/contract/devices/device-classes';
import { HOUR, MINUTE } from '@airloom/contract/time';
import type { Drawn, ReportedNeighbours } from '../../../network/topology/index.ts';
import type { NamedRule } from '../evaluation/alarm-changes.ts';
import { type Outages, outagesOf } from '../outages/outages.ts';
import { OUTAGE_TYPES } from '../outages/site-state.repository.ts';
import type { SiteDevice, SiteState, Span } from '../outages/site-state.ts';
import { type RuleLevel, ruleOf } from '../rules/rule.ts';

export function namedRule(
  id: string,
  type: AlarmType,
  levels: readonly RuleLevel[],
  given: {
    kinds?: readonly DeviceKind[];
    sites?: string[];
    macs?: string[];
    updatedAt?: number;
    holdMinutes?: number;
  } = {},
): NamedRule {
  const { kinds = [], sites = [], macs = [], updatedAt = 0, holdMinutes = 0 } = given;
  const stored = { id, type, kinds, sites, levels, holdMinutes, macs };
  return { ...ruleOf(stored), name: id, shipped: null, updatedAt };
}

/** Shipped rules of outage types. */
export function shippedRules(): NamedRule[] {
  return Object.entries(DEFAULT_RULES).flatMap(([id, { type, levels, kinds, holdMinutes }]) =>
    OUTAGE_TYPES.includes(type) ? [namedRule(id, type, levels, { kinds, holdMinutes })] : [],
  );
}

export interface Kept {
  readonly id: string;
  readonly ruleId: string;
  readonly key: string;
  level: NamedRule['levels'][number]['level'];
  value: number | null;
  readonly raisedAt: number;
  clearedAt: number | null;
  clearReason: string | null;
}

/** Simulates a site in memory, with the alarms that evaluation leaves behind. */
export class SimulatedSite {
  readonly id = 'site';
  now = 1_000_000_000_000;
  rules: NamedRule[];
  readonly devices = new Map<string, SiteDevice>();
  ties: ReportedNeighbours[] = [];
  drawn: Drawn[] = [];
  readonly alarms: Kept[] = [];
  readonly consequences = new Set<string>();
  readonly suppressed = new Set<string>();
  readonly #droppedAt = new Map<string, number[]>();
  readonly #lostLinks = new Map<string, Map<string, number[]>>();
  readonly planned = new Map<string, Span[]>();
  #ids = 0;

  constructor(rules: NamedRule[]) {
    this.rules = rules;
  }

  add(id: string, kind: DeviceKind = 'ap', given: Partial<SiteDevice> = {}): void {
    const serial = Buffer.from(id.padStart(6, '_')).toString('hex').slice(-12);
    const placed = { id, kind, serial, name: id, managedBy: null, haPeer: null, isProven: true };
    this.devices.set(id, { ...placed, away: false, onlineAt: this.now - HOUR, offlineAt: null, ...given });
  }

  go(...ids: string[]): void {
    for (const id of ids) {
      this.#change(id, { away: true, offlineAt: this.now });
      this.#droppedAt.set(id, [...(this.#droppedAt.get(id) ?? []), this.now]);
    }
  }

  loseLink(id: string, port: string): void {
    const ports = this.#lostLinks.get(id) ?? new Map<string, number[]>();
    this.#lostLinks.set(id, ports.set(port, [...(ports.get(port) ?? []), this.now]));
  }

  comeBack(...ids: string[]): void {
    for (const id of ids) this.#change(id, { away: false, onlineAt: this.now });
  }

  #change(id: string, change: Partial<SiteDevice>): void {
    const device = this.devices.get(id);
    if (device === undefined) throw new Error(`No device ${id}`);
    this.devices.set(id, { ...device, ...change });
  }

  pass(minutes: number): void {
    this.now += minutes * MINUTE;
  }

  endByHand(alarm: Kept | undefined): void {
    if (alarm === undefined) throw new Error('There is no such alarm');
    alarm.clearedAt = this.now;
    alarm.clearReason = 'person';
  }

  open(): Kept[] {
    return this.alarms.filter(({ clearedAt }) => clearedAt === null);
  }

  /** By rule and subject. */
  activeAlarms(): string[] {
    return this.open()
      .map(({ ruleId, key }) => `${ruleId} ${key}`)
      .toSorted();
  }

  consequencesOf(alarm: Kept | undefined): string[] {
    return [...this.consequences]
      .map((pair) => pair.split(' '))
      .flatMap(([alarmId, deviceId]) => (alarmId === alarm?.id ? (deviceId ?? []) : []))
      .toSorted();
  }

  decide(): Outages {
    return outagesOf(this.#state(), this.now, () => `alarm${++this.#ids}`);
  }

  /** Evaluates the site and stores the changes. */
  settle(): Outages {
    const outages = this.decide();
    for (const { id, finding, level } of outages.raised) {
      this.alarms.push({
        id,
        ruleId: finding.rule.id,
        key: finding.subject.key,
        level,
        value: finding.value,
        raisedAt: this.now,
        clearedAt: null,
        clearReason: null,
      });
    }
    for (const { id, level, value } of outages.relevelled) Object.assign(this.#alarm(id), { level, value });
    for (const { id, value } of outages.worsened) this.#alarm(id).value = value;
    for (const { id, reason } of outages.cleared) {
      const alarm = this.#alarm(id);
      alarm.clearedAt = this.now;
      alarm.clearReason = reason;
    }
    for (const { alarmId, deviceId } of outages.links) this.consequences.add(`${alarmId} ${deviceId}`);
    return outages;
  }

  #alarm(id: string): Kept {
    const alarm = this.alarms.find((one) => one.id === id);
    if (alarm === undefined) throw new Error(`No alarm ${id}`);
    return alarm;
  }

  #state(): SiteState {
    const newest = this.alarms.toReversed();
    return {
      id: this.id,
      name: 'Harbour',
      devices: [...this.devices.values()],
      ties: this.ties,
      drawn: this.drawn,
      rules: this.rules,
      open: this.open(),
      ended: newest
        .filter(({ clearReason }) => clearReason === 'person')
        .map(({ ruleId, key, clearedAt }) => ({ ruleId, key, at: clearedAt ?? 0 })),
      links: [...this.consequences].map((pair) => {
        const [alarmId = '', deviceId = ''] = pair.split(' ');
        return { alarmId, deviceId };
      }),
      siteOutages: newest.filter(({ key }) => key === this.id),
      suppressed: this.suppressed,
      droppedAt: this.#droppedAt,
      lostLinks: this.#lostLinks,
      planned: this.planned,
    };
  }
}
