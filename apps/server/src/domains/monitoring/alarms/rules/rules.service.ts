import { isDeepStrictEqual } from 'node:util';
import type { AlarmRuleInput } from '@airloom/contract/alarms/alarms.rules';
import { alarmType, DEFAULT_RULES } from '@airloom/contract/alarms/alarms.types';
import { LANGUAGES, type Language } from '@airloom/contract/languages';
import { audit, type ChangedObject, recordOperation } from '../../../../platform/audit.ts';
import type { Bus } from '../../../../platform/bus/bus.ts';
import type { Transaction } from '../../../../platform/database/database.ts';
import type { PageRequest } from '../../../../platform/database/paging.ts';
import { rethrowUnique } from '../../../../platform/database/unique.ts';
import { Failure } from '../../../../platform/failure.ts';
import { newId } from '../../../../platform/ids.ts';
import type { Platform } from '../../../../platform/platform.ts';
import type { Scope } from '../../../../platform/scope.ts';
import { translate } from '../../../../platform/text/text.ts';
import { type PlaceValues, placeValues, unknownSelection } from '../../../people/organizations/index.ts';
import { publishAlarmsChanged } from '../alarm-actions.repository.ts';
import { clearObsolete, deleteWatches } from '../history/obsolete-alarms.repository.ts';
import { storedMac } from '../monitored-clients/mac-notation.ts';
import * as repository from './rules.repository.ts';

const rethrowTaken = rethrowUnique({ alarm_rule_name: 'alarmRuleNameTaken' });

function shippedName(language: Language, shipped: string): string {
  return translate(language, `alarms.shipped.${shipped}`);
}

export function listRules(
  { database }: Platform,
  scope: Scope,
  language: Language,
  request: PageRequest,
): ReturnType<typeof repository.listRules> {
  const names = new Map(Object.keys(DEFAULT_RULES).map((name) => [name, shippedName(language, name)]));
  return database.withTenant(scope, (tx) => repository.listRules(tx, scope, request, names));
}

/** Drops fields the type does not use. A shipped rule with an unchanged name stays translated. */
function fieldsOf(input: AlarmRuleInput, shipped: string | null): repository.RuleFields {
  const { unit, holds, subject } = alarmType(input.type);
  const renamed =
    shipped === null || LANGUAGES.every((language) => shippedName(language, shipped) !== input.name);
  return {
    name: renamed ? input.name : '',
    type: input.type,
    kinds: [...new Set(input.kinds)],
    levels: input.levels.map(({ level, threshold }) => ({
      level,
      threshold: unit === null ? null : threshold,
    })),
    holdMinutes: holds ? input.holdMinutes : 0,
    enabled: input.enabled,
    description: input.description,
    siteIds: [...new Set(input.siteUUIDs)].toSorted(),
    modes: [...new Set(input.modes)],
    emails: input.emails,
    phones: input.phones,
    restTimes: input.restTimes,
    holidays: input.holidays,
    repeat: input.repeat,
    macs: subject === 'terminal' ? input.macs.map(storedMac) : [],
  };
}

/** Rules for all sites need a reach of the whole account. */
async function requireSites(tx: Transaction, scope: Scope, siteIds: readonly string[]): Promise<void> {
  if (siteIds.length === 0 && scope.reach.kind !== 'all') throw new Failure('permissionDenied');
  if ((await unknownSelection(tx, scope, { enterpriseIds: [], siteIds })).length > 0) {
    throw new Failure('notFound');
  }
}

async function lockedRule(tx: Transaction, scope: Scope, id: string): Promise<repository.LockedRule> {
  const rule = await repository.lockRule(tx, scope, id);
  if (rule === null) throw new Failure('notFound');
  const everywhere = rule.fields.siteIds.length === 0;
  if (everywhere ? scope.reach.kind !== 'all' : rule.hiddenSites > 0) throw new Failure('permissionDenied');
  return rule;
}

/** A rule in the operation log of its sites, before and after; a shipped rule is named by its key. */
async function loggedRule(
  tx: Transaction,
  scope: Scope,
  { id, shipped }: { readonly id: string; readonly shipped: string | null },
  before: repository.RuleFields | null,
  after: repository.RuleFields | null,
): Promise<ChangedObject> {
  const given = [before, after].filter((fields) => fields !== null);
  const sites = given.flatMap(({ siteIds }) => siteIds);
  const places = await placeValues(tx, scope.tenant, { sites });
  const [first] = given;
  const name = first === undefined || first.name === '' ? (shipped ?? '') : first.name;
  return audit.object(
    'alarmRule',
    { id, name },
    { sites },
    audit.values(before && loggedFields(before, places), after && loggedFields(after, places)),
  );
}

function loggedFields({ type, kinds, siteIds, ...fields }: repository.RuleFields, places: PlaceValues) {
  return { ...fields, alarmType: type, deviceKinds: kinds, sites: places.sites(siteIds) };
}

export async function createRule(
  platform: Platform,
  bus: Bus,
  scope: Scope,
  input: AlarmRuleInput,
): Promise<string> {
  const id = newId();
  const fields = fieldsOf(input, null);
  await platform.database
    .withTenant(scope, async (tx) => {
      await requireSites(tx, scope, fields.siteIds);
      await platform.quotas.require(tx, scope, 'alarmRules');
      await repository.insertRule(tx, scope, id, fields, platform.now());
      await recordOperation(tx, scope, await loggedRule(tx, scope, { id, shipped: null }, null, fields));
    })
    .catch(rethrowTaken);
  bus.publish('alarms.rules', { tenant: scope.tenant });
  return id;
}

/** Returns whether anything changed. */
export async function updateRule(
  platform: Platform,
  bus: Bus,
  scope: Scope,
  id: string,
  input: AlarmRuleInput,
): Promise<boolean> {
  return changeRule(platform, bus, scope, id, async (tx, { fields, shipped }) => {
    const wanted = fieldsOf(input, shipped);
    const added = wanted.siteIds.filter((site) => !fields.siteIds.includes(site));
    if (wanted.siteIds.length === 0 || added.length > 0) await requireSites(tx, scope, added);
    return wanted;
  });
}

export function switchRule(
  platform: Platform,
  bus: Bus,
  scope: Scope,
  id: string,
  enabled: boolean,
): Promise<boolean> {
  return changeRule(platform, bus, scope, id, (_tx, { fields }) => Promise.resolve({ ...fields, enabled }));
}

async function changeRule(
  platform: Platform,
  bus: Bus,
  scope: Scope,
  id: string,
  decide: (tx: Transaction, rule: repository.LockedRule) => Promise<repository.RuleFields>,
): Promise<boolean> {
  const changed = await platform.database
    .withTenant(scope, async (tx) => {
      const rule = await lockedRule(tx, scope, id);
      const fields = await decide(tx, rule);
      if (isDeepStrictEqual(fields, rule.fields)) return false;
      await repository.updateRule(tx, scope, id, fields, platform.now());
      if (!isDeepStrictEqual(evaluatedFields(rule.fields), evaluatedFields(fields))) {
        const cleared = await clearObsolete(tx, scope, id, fields, platform.now());
        await deleteWatches(tx, scope, id);
        await publishAlarmsChanged(tx, scope, cleared);
      }
      const { shipped } = rule;
      await recordOperation(tx, scope, await loggedRule(tx, scope, { id, shipped }, rule.fields, fields));
      return true;
    })
    .catch(rethrowTaken);
  if (changed) {
    bus.publish('alarms.rules', { tenant: scope.tenant });
    platform.wakeOutbox();
  }
  return changed;
}

/** Fields that affect evaluation, not only recipients. */
function evaluatedFields({
  type,
  kinds,
  levels,
  holdMinutes,
  enabled,
  siteIds,
  macs,
}: repository.RuleFields): unknown {
  return [type, kinds, levels, holdMinutes, enabled, siteIds, macs];
}

export async function deleteRule(platform: Platform, bus: Bus, scope: Scope, id: string): Promise<void> {
  await platform.database.withTenant(scope, async (tx) => {
    const { fields, shipped } = await lockedRule(tx, scope, id);
    const cleared = await clearObsolete(tx, scope, id, null, platform.now());
    await repository.deleteRule(tx, scope, id);
    await publishAlarmsChanged(tx, scope, cleared);
    await recordOperation(tx, scope, await loggedRule(tx, scope, { id, shipped }, fields, null));
  });
  bus.publish('alarms.rules', { tenant: scope.tenant });
  platform.wakeOutbox();
}
