import { ALARM_LEVELS } from '@airloom/contract/alarms/alarms.types';
import { SITE_STATES, type SiteState } from '@airloom/contract/statistics/statistics.model';
import { type RawBuilder, sql } from 'kysely';

/** What the viewer of figures may see. */
export interface Sees {
  /** Devices of any class. */
  readonly devices: boolean;
  /** Devices of every class. */
  readonly allDevices: boolean;
  readonly alarms: boolean;
}

/** Severities of one state; within it the most severe level, alarms and offline devices count. */
export const SEVERITY_PER_STATE = sql.lit(100_000_000);
const PER_LEVEL = 10_000_000;
const PER_ALARM = 1_000;
const ALARMS_MAX = PER_LEVEL / PER_ALARM - 1;
const OFFLINE_MAX = PER_ALARM - 1;

/** Higher is worse; `unknown`, the last one, is 0. */
export function weightOf(state: SiteState) {
  return sql.lit(SITE_STATES.length - 1 - SITE_STATES.indexOf(state));
}

export const TROUBLE = weightOf('trouble');
export const ATTENTION = weightOf('attention');

export function stateAt(severity: number): SiteState {
  return SITE_STATES[SITE_STATES.length - 1 - Math.floor(severity / 100_000_000)] ?? 'unknown';
}

/** State as defined by `siteHealth` in the contract, by its weight. */
function stateFor(sees: Sees): RawBuilder<number> {
  return sql<number>`case
    when urgent + important > 0 or (offline > 0 and online = 0) then ${weightOf('trouble')}
    when secondary > 0 or offline > 0 then ${weightOf('attention')}
    when online = 0 and devices > 0 then ${weightOf('pending')}
    when online = 0 and ${sql.lit(sees.allDevices)} then ${weightOf('empty')}
    when online = 0 or not ${sql.lit(sees.devices)} or not ${sql.lit(sees.alarms)} then ${weightOf('unknown')}
    else ${weightOf('well')}
  end`;
}

/** Of columns with the figures of a site. Null: of an organization, whose state is that of its `worst` site. */
export function severityOf(sees: Sees | null): RawBuilder<number> {
  const levels = ALARM_LEVELS.map(
    (level, index) => sql`when ${sql.id(level)} > 0 then ${sql.lit(ALARM_LEVELS.length - index)}`,
  );
  const state = sees === null ? sql<number>`worst` : stateFor(sees);
  return sql<number>`(${state} * ${SEVERITY_PER_STATE}
    + (case ${sql.join(levels, sql` `)} else 0 end) * ${sql.lit(PER_LEVEL)}
    + least(urgent + important + secondary + notice, ${sql.lit(ALARMS_MAX)}) * ${sql.lit(PER_ALARM)}
    + least(offline, ${sql.lit(OFFLINE_MAX)}))`;
}
