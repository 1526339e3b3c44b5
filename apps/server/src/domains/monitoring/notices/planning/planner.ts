import type { Transaction } from '../../../../platform/database/database.ts';
import { madeAt } from '../../../../platform/ids.ts';
import type { Platform } from '../../../../platform/platform.ts';
import * as handover from '../delivery/handover.repository.ts';
import { handOver } from '../delivery/handover.ts';
import type { PlannedAlarm, Recipient, RuleTelling, SettingTelling } from '../delivery/telling.ts';
import { listMembers, type Member, type Place, sees } from '../settings/people.repository.ts';
import { holdAlarms, readAlarms, type ToldAlarm } from './alarm.repository.ts';
import { plan } from './plan.ts';
import * as repository from './planning.repository.ts';

const NOBODY = { managerId: null, webhookId: null };

function toAddresses(mode: 'mail' | 'sms', addresses: readonly string[]): Recipient[] {
  return addresses.map((address) => ({ ...NOBODY, mode, address }));
}

function toWebhooks(ids: readonly string[]): Recipient[] {
  return ids.map((id) => ({ ...NOBODY, mode: 'webhook', address: id, webhookId: id }));
}

/** A rule names no people and no webhooks: it tells everyone who sees the alarm, and every webhook that is on. */
function ruleTelling(rule: repository.StoredRule, webhookIds: readonly string[]): RuleTelling {
  const byMode = {
    page: [{ ...NOBODY, mode: 'page' as const, address: '' }],
    mail: toAddresses('mail', rule.emails),
    sms: toAddresses('sms', rule.phones),
    webhook: toWebhooks(webhookIds),
  };
  return { ...rule, recipients: rule.modes.flatMap((mode) => byMode[mode]) };
}

/** Everyone a setting names, as their profiles say now. Who may not see the place is not told of it. */
export function recipientsOf(
  setting: repository.StoredSetting,
  members: readonly Member[],
  place: Place | null,
): Recipient[] {
  const people = new Map(
    members
      .filter((member) => setting.managerIds.includes(member.managerId))
      .filter((member) => place === null || sees(member, place))
      .map((member) => [member.managerId, member] as const),
  );
  const named = (mode: 'mail' | 'sms' | 'page', addressOf: (member: Member) => string | null): Recipient[] =>
    [...people.values()].flatMap((member) => {
      const address = addressOf(member);
      return address === null ? [] : [{ mode, address, managerId: member.managerId, webhookId: null }];
    });
  const byMode = {
    page: () => named('page', ({ managerId }) => managerId),
    mail: () => [...named('mail', ({ email }) => email), ...toAddresses('mail', setting.emails)],
    sms: () => [...named('sms', ({ phone }) => phone), ...toAddresses('sms', setting.phones)],
    webhook: () => toWebhooks(setting.webhookIds),
  };
  return setting.modes.flatMap((mode) => byMode[mode]());
}

function asPlanned(alarm: ToldAlarm): PlannedAlarm {
  const made = madeAt(alarm.id);
  // What was over when it began is told, and neither repeated nor called off.
  const passed = alarm.clearReason === 'passed';
  return {
    ...alarm,
    knownAt: made > alarm.raisedAt ? made : alarm.raisedAt,
    confirmed: passed || alarm.confirmedAt !== null,
    clearedAt: passed ? null : alarm.clearedAt,
  };
}

interface Wanted {
  readonly rule: RuleTelling | null;
  readonly settings: readonly SettingTelling[];
}

/** What is to be told of each of these alarms, by the settings that are on. */
async function readWanted(
  tx: Transaction,
  tenant: string,
  alarms: readonly ToldAlarm[],
  sinceOf: (telling: repository.Tells) => Date,
): Promise<(alarm: ToldAlarm) => Wanted> {
  const [rules, settings, webhookIds, members] = await Promise.all([
    repository.readRules(tx, tenant, [...new Set(alarms.map(({ ruleId }) => ruleId))]),
    repository.readSettings(tx, tenant),
    repository.webhooksOn(tx, tenant),
    listMembers(tx, tenant),
  ]);
  const ruleById = new Map(
    rules.map((rule) => [rule.id, { ...ruleTelling(rule, webhookIds), since: sinceOf(rule) }]),
  );
  return (alarm) => ({
    rule: ruleById.get(alarm.ruleId) ?? null,
    settings: settings.map((setting) => ({
      ...setting,
      since: sinceOf(setting),
      recipients: recipientsOf(setting, members, alarm),
    })),
  });
}

const ALWAYS = new Date(0);

/** What was changed in the future was before the clock was set back: it applies to all alarms there are. */
function sinceBy(since: Date, now: Date): Date {
  return since > now ? ALWAYS : since;
}

async function planIn(
  tx: Transaction,
  tenant: string,
  alarms: readonly ToldAlarm[],
  now: Date,
): Promise<number> {
  const ids = alarms.map(({ id }) => id);
  const wantedOf = await readWanted(tx, tenant, alarms, ({ since }) => sinceBy(since, now));
  const earlier = await repository.readEarlier(tx, tenant, ids);
  const notices = alarms.flatMap((alarm) => {
    const { rule, settings } = wantedOf(alarm);
    return plan(asPlanned(alarm), rule, settings, earlier.get(alarm.id) ?? [], now);
  });
  return (await repository.insertNotices(tx, tenant, notices, now)).length;
}

/** Plans who is to be told of these alarms as they stand. Doing so again changes nothing. */
export async function planNotices(
  { database, now }: Pick<Platform, 'database' | 'now'>,
  tenant: string,
  alarmIds: readonly string[],
): Promise<number> {
  return database.withTenant({ tenant }, async (tx) => {
    const alarms = await holdAlarms(tx, tenant, alarmIds);
    if (alarms.length === 0) return 0;
    const at = now();
    const planned = await planIn(tx, tenant, alarms, at);
    await repository.dropMoot(tx, tenant, alarmIds, at);
    return planned;
  });
}

/**
 * A setting tells nothing more. What waits because of it and is wanted by others too is told because of them, whatever
 * was changed about them since it was planned; the rest is dropped. What is on its way arrives.
 */
export async function endTelling(
  tx: Transaction,
  tenant: string,
  settingId: string,
  now: Date,
): Promise<void> {
  const left = await handover.holdLeft(tx, tenant, settingId);
  if (left.length === 0) return;
  const ofAlarm = Map.groupBy(left, ({ alarmId }) => alarmId ?? '');
  const alarms = await readAlarms(tx, tenant, [...new Set(left.flatMap(({ alarmId }) => alarmId ?? []))]);
  const wantedOf = await readWanted(tx, tenant, alarms, ({ onSince }) => onSince);
  const handed = alarms.flatMap((alarm) => {
    const { rule, settings } = wantedOf(alarm);
    return handOver(asPlanned(alarm), rule, settings, ofAlarm.get(alarm.id) ?? [], now);
  });
  await handover.writeHanded(tx, tenant, handed);
  const kept = new Set(handed.map(({ id }) => id));
  const dropped = left.map(({ id }) => id).filter((id) => !kept.has(id));
  await handover.dropLeft(tx, tenant, dropped, now);
}
