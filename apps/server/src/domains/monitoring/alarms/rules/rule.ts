import { type AlarmLevel, type AlarmType, alarmType } from '@airloom/contract/alarms/alarms.types';
import type { DeviceKind } from '@airloom/contract/devices/device-classes';
import { MINUTE } from '@airloom/contract/time';

export interface RuleLevel {
  readonly level: AlarmLevel;
  /** Null for types without a value. */
  readonly threshold: number | null;
}

/** An enabled rule, prepared for evaluation. */
export interface Rule {
  readonly id: string;
  readonly type: AlarmType;
  readonly kinds: ReadonlySet<DeviceKind>;
  /** Null: all sites of the account. */
  readonly sites: ReadonlySet<string> | null;
  /** The gravest first. */
  readonly levels: readonly RuleLevel[];
  readonly holdMs: number;
  /** Clients it applies to; empty: all monitored clients. */
  readonly macs: ReadonlySet<string>;
}

/** A rule as stored. */
export interface StoredRule {
  readonly id: string;
  readonly type: AlarmType;
  readonly kinds: readonly DeviceKind[];
  readonly sites: readonly string[];
  readonly levels: readonly RuleLevel[];
  readonly holdMinutes: number;
  readonly macs: readonly string[];
}

export function ruleOf({ id, type, kinds, sites, levels, holdMinutes, macs }: StoredRule): Rule {
  const possible = alarmType(type);
  return {
    id,
    type,
    kinds: new Set(kinds.length === 0 ? possible.kinds : kinds),
    sites: sites.length === 0 ? null : new Set(sites),
    levels,
    holdMs: possible.holds ? holdMinutes * MINUTE : 0,
    macs: new Set(macs),
  };
}

/** Whether a rule applies to a device; no rule applies to a device without a site. */
export function concerns(
  { kinds, sites }: Pick<Rule, 'kinds' | 'sites'>,
  { kind, siteId }: { readonly kind: DeviceKind; readonly siteId: string | null },
): boolean {
  return siteId !== null && kinds.has(kind) && (sites === null || sites.has(siteId));
}
