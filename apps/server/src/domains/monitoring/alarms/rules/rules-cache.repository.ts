import { sql } from 'kysely';
import { arrayLiteral } from '../../../../platform/database/array-literal.ts';
import type { Transaction } from '../../../../platform/database/database.ts';
import type { StoredRule } from './rule.ts';

export interface AccountRule extends StoredRule {
  readonly tenant: string;
  readonly updatedAt: Date;
}

/** Enabled rules of these accounts. */
export function storedRules(tx: Transaction, tenants: readonly string[]): Promise<AccountRule[]> {
  return tx.all(sql<AccountRule>`
    select rule.tenant_id as tenant, rule.id, rule.type, rule.kinds, rule.levels,
           rule.hold_minutes as "holdMinutes", rule.macs, rule.updated_at as "updatedAt",
           array(select site_id::text from alarm_rule_site of_rule
                 where of_rule.tenant_id = rule.tenant_id and of_rule.rule_id = rule.id order by site_id) as sites
    from alarm_rule rule
    where rule.tenant_id = any(${arrayLiteral(tenants)}::uuid[]) and rule.enabled
    order by rule.tenant_id, rule.id`);
}
