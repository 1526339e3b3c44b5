import type { AlarmRule } from '@airloom/contract/alarms/alarms.model';
import { displayMac } from '@airloom/contract/formats/network/mac';
import type { Page } from '@airloom/contract/paging';
import { sql } from 'kysely';
import type { AlarmTables } from '../../../../platform/database/alarm-tables.ts';
import { sqlBuilder, type Transaction } from '../../../../platform/database/database.ts';
import {
  containing,
  type PageRequest,
  readPage,
  type Sorting,
} from '../../../../platform/database/paging.ts';
import type { Scope, TenantScope } from '../../../../platform/scope.ts';
import type { Asker } from '../../../network/devices/index.ts';
import { withinReach } from '../../../people/organizations/index.ts';
import { activeAlarms } from '../history/visible-alarms.ts';

type Reaching = Pick<Scope, 'tenant' | 'reach'>;

/** Names of shipped rules in the language of the caller. */
export type ShippedNames = ReadonlyMap<string, string>;

/** The sites of a rule, including those in the recycle bin: without them it would apply to all sites. */
function sitesOfRule(scope: Reaching) {
  return sqlBuilder
    .selectFrom('alarm_rule_site')
    .innerJoin('site', (join) =>
      join
        .onRef('site.tenant_id', '=', 'alarm_rule_site.tenant_id')
        .onRef('site.id', '=', 'alarm_rule_site.site_id'),
    )
    .where('alarm_rule_site.tenant_id', '=', scope.tenant)
    .where('alarm_rule_site.rule_id', '=', sql.ref<string>('alarm_rule.id'))
    .where(withinReach(scope));
}

const one = sql<number>`1`.as('one');

/** Rules for all sites, and those for a site the caller sees. */
function visibleRules(scope: Reaching) {
  const anySite = sql`select 1 from alarm_rule_site where alarm_rule_site.tenant_id = alarm_rule.tenant_id
    and alarm_rule_site.rule_id = alarm_rule.id`;
  return sqlBuilder
    .selectFrom('alarm_rule')
    .where('alarm_rule.tenant_id', '=', scope.tenant)
    .where(sql<boolean>`(not exists (${anySite}) or exists (${sitesOfRule(scope).select(one)}))`);
}

function nameFor(names: ShippedNames) {
  return sql<string>`case when alarm_rule.name <> '' then alarm_rule.name else (
    select given.name from unnest(${[...names.keys()]}::text[], ${[...names.values()]}::text[]) as given (shipped, name)
    where given.shipped = alarm_rule.shipped) end`;
}

const COLUMNS = [
  'alarm_rule.id',
  'alarm_rule.shipped',
  'alarm_rule.name',
  'alarm_rule.type',
  'alarm_rule.kinds',
  'alarm_rule.levels',
  'alarm_rule.hold_minutes',
  'alarm_rule.enabled',
  'alarm_rule.description',
  'alarm_rule.modes',
  'alarm_rule.emails',
  'alarm_rule.phones',
  'alarm_rule.rest_times',
  'alarm_rule.holidays',
  'alarm_rule.repeat',
  'alarm_rule.macs',
  'alarm_rule.updated_at',
] as const;

function shown(scope: Asker, found: ReturnType<typeof visibleRules>) {
  const sites = sitesOfRule(scope).select(
    sql<AlarmRule['sites']>`coalesce(jsonb_agg(
        jsonb_build_object('siteUUID', site.id, 'name', site.name) order by lower(site.name), site.id), '[]')`.as(
      'sites',
    ),
  );
  const open = activeAlarms(scope)
    .where('alarm.rule_id', '=', sql.ref<string>('alarm_rule.id'))
    .select(sql<number>`count(*)::int`.as('open'));
  return found
    .select(COLUMNS)
    .select([sql<AlarmRule['sites']>`(${sites})`.as('sites'), sql<number>`(${open})`.as('open_alarms')]);
}

export async function listRules(
  tx: Transaction,
  scope: Asker,
  request: PageRequest,
  names: ShippedNames,
): Promise<Page<AlarmRule>> {
  const name = nameFor(names);
  let found = visibleRules(scope);
  if (request.search !== '') found = found.where(sql<boolean>`${name} ilike ${containing(request.search)}`);
  const sorting: Sorting = {
    by: {
      name: sql`lower(${name})`,
      type: sql.ref('alarm_rule.type'),
      updatedAt: sql.ref('alarm_rule.updated_at'),
    },
    usual: 'name',
    id: sql.ref('alarm_rule.id'),
  };
  const { total, rows } = await readPage(tx, request, found, shown(scope, found), sorting);
  return {
    total,
    rows: rows.map((row) => ({
      ruleUUID: row.id,
      name: row.name,
      shipped: row.shipped,
      type: row.type,
      kinds: row.kinds,
      levels: [...row.levels],
      holdMinutes: row.hold_minutes,
      enabled: row.enabled,
      description: row.description,
      sites: row.sites,
      modes: row.modes,
      emails: row.emails,
      phones: row.phones,
      restTimes: [...row.rest_times],
      holidays: [...row.holidays],
      repeat: row.repeat,
      macs: row.macs.map(displayMac),
      openAlarms: row.open_alarms,
      updatedAt: row.updated_at.toISOString(),
    })),
  };
}

type Columns = AlarmTables['alarm_rule'];

/** Fields of a rule that people set. */
export interface RuleFields {
  readonly name: string;
  readonly type: Columns['type'];
  readonly kinds: Columns['kinds'];
  readonly levels: readonly AlarmRule['levels'][number][];
  readonly holdMinutes: number;
  readonly enabled: boolean;
  readonly description: string;
  readonly siteIds: readonly string[];
  readonly modes: Columns['modes'];
  readonly emails: readonly string[];
  readonly phones: readonly string[];
  readonly restTimes: AlarmRule['restTimes'];
  readonly holidays: AlarmRule['holidays'];
  readonly repeat: number;
  /** As stored. */
  readonly macs: readonly string[];
}

export interface LockedRule {
  readonly shipped: string | null;
  readonly fields: RuleFields;
  /** How many of its sites the caller does not see. */
  readonly hiddenSites: number;
}

/** A rule the caller sees, locked until the transaction ends. */
export async function lockRule(tx: Transaction, scope: Reaching, id: string): Promise<LockedRule | null> {
  const row = await tx.first(
    visibleRules(scope).select(COLUMNS).where('alarm_rule.id', '=', id).forUpdate('alarm_rule'),
  );
  if (row === undefined) return null;
  const sites = await tx.all(
    sqlBuilder
      .selectFrom('alarm_rule_site')
      .innerJoin('site', (join) =>
        join
          .onRef('site.tenant_id', '=', 'alarm_rule_site.tenant_id')
          .onRef('site.id', '=', 'alarm_rule_site.site_id'),
      )
      .select(['site.id', sql<boolean>`${withinReach(scope)}`.as('seen')])
      .where('alarm_rule_site.tenant_id', '=', scope.tenant)
      .where('alarm_rule_site.rule_id', '=', id)
      .orderBy('site.id'),
  );
  return {
    shipped: row.shipped,
    fields: {
      name: row.name,
      type: row.type,
      kinds: row.kinds,
      levels: row.levels,
      holdMinutes: row.hold_minutes,
      enabled: row.enabled,
      description: row.description,
      siteIds: sites.map((site) => site.id),
      modes: row.modes,
      emails: row.emails,
      phones: row.phones,
      restTimes: [...row.rest_times],
      holidays: [...row.holidays],
      repeat: row.repeat,
      macs: row.macs,
    },
    hiddenSites: sites.filter(({ seen }) => !seen).length,
  };
}

function columnsOf(fields: RuleFields) {
  return {
    name: fields.name,
    type: fields.type,
    kinds: fields.kinds,
    levels: JSON.stringify(fields.levels),
    hold_minutes: fields.holdMinutes,
    enabled: fields.enabled,
    description: fields.description,
    modes: fields.modes,
    emails: [...fields.emails],
    phones: [...fields.phones],
    rest_times: JSON.stringify(fields.restTimes),
    holidays: JSON.stringify(fields.holidays),
    repeat: fields.repeat,
    macs: [...fields.macs],
  };
}

export async function insertRule(
  tx: Transaction,
  { tenant }: TenantScope,
  id: string,
  fields: RuleFields,
  now: Date,
): Promise<void> {
  await tx.run(
    sqlBuilder
      .insertInto('alarm_rule')
      .values({ tenant_id: tenant, id, shipped: null, ...columnsOf(fields), updated_at: now }),
  );
  await addSites(tx, tenant, id, fields.siteIds);
}

export async function updateRule(
  tx: Transaction,
  { tenant }: TenantScope,
  id: string,
  fields: RuleFields,
  now: Date,
): Promise<void> {
  await tx.run(
    sqlBuilder
      .updateTable('alarm_rule')
      .set({ ...columnsOf(fields), updated_at: now })
      .where('tenant_id', '=', tenant)
      .where('id', '=', id),
  );
  await tx.run(
    sqlBuilder
      .deleteFrom('alarm_rule_site')
      .where('tenant_id', '=', tenant)
      .where('rule_id', '=', id)
      .where(sql<boolean>`site_id <> all(${fields.siteIds}::uuid[])`),
  );
  await addSites(tx, tenant, id, fields.siteIds);
}

async function addSites(
  tx: Transaction,
  tenant: string,
  ruleId: string,
  siteIds: readonly string[],
): Promise<void> {
  if (siteIds.length === 0) return;
  await tx.run(sql`
    insert into alarm_rule_site (tenant_id, rule_id, site_id)
    select ${tenant}::uuid, ${ruleId}::uuid, id from unnest(${siteIds}::uuid[]) as id
    on conflict do nothing`);
}

export async function deleteRule(tx: Transaction, { tenant }: TenantScope, id: string): Promise<void> {
  await tx.run(sqlBuilder.deleteFrom('alarm_rule').where('tenant_id', '=', tenant).where('id', '=', id));
}
