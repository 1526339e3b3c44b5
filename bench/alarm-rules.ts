import type { StoredRule } from '../apps/server/src/domains/monitoring/alarms/rules/rule.ts';
import { storedRules } from '../apps/server/src/domains/monitoring/alarms/rules/rules-cache.repository.ts';
import { insertRule } from '../apps/server/src/domains/monitoring/alarms/testing/stored-rules.ts';
import type { BenchDatabase } from './support/database.ts';

/** Reported values, with thresholds that normal devices do not reach. */
const THRESHOLDS = [
  { type: 'highCpu', grave: 98, mild: 95 },
  { type: 'highMemory', grave: 98, mild: 95 },
  { type: 'highTemperature', grave: 95, mild: 85 },
  { type: 'clientCount', grave: 200, mild: 100 },
  { type: 'channelUtilisation', grave: 95, mild: 85 },
  { type: 'weakSignal', grave: -85, mild: -80 },
  { type: 'portDown', grave: 60, mild: 5 },
  { type: 'portErrors', grave: 1_000, mild: 100 },
  { type: 'poeOverload', grave: 98, mild: 95 },
] as const;
/** One rule in this many applies to the whole account, the others to a few sites each. */
const EVERYWHERE = 10;
const SITES_EACH = 5;
const HOLD_MINUTES = 10;

/** Creates rules that no device violates, and one that busy devices violate. */
export async function makeRules(
  { owner, database }: BenchDatabase,
  tenant: string,
  count: number,
): Promise<StoredRule[]> {
  const { rows } = await owner.query<{ id: string }>('select id from site where tenant_id = $1 order by id', [
    tenant,
  ]);
  const siteOf = (turn: number): string => rows[turn % rows.length]?.id ?? '';
  await insertRule(database, tenant, { type: 'highCpu', levels: [{ level: 'notice', threshold: 80 }] });
  for (let turn = 1; turn < count; turn += 1) {
    const { type, grave, mild } = THRESHOLDS[turn % THRESHOLDS.length] ?? THRESHOLDS[0];
    await insertRule(database, tenant, {
      type,
      levels: [
        { level: 'urgent', threshold: grave },
        { level: 'secondary', threshold: mild },
      ],
      holdMinutes: HOLD_MINUTES,
      sites:
        turn % EVERYWHERE === 0
          ? []
          : Array.from({ length: SITES_EACH }, (_, more) => siteOf(turn * SITES_EACH + more)),
    });
  }
  return database.asSystem((tx) => storedRules(tx, [tenant]));
}
