import type { Transaction } from '../../platform/database/database.ts';
import { madeAt } from '../../platform/ids.ts';
import type { Platform } from '../../platform/platform.ts';
import { holdAlarms, type ToldAlarm } from './alarm.repository.ts';
import { listMembers, type Member, type Place, sees } from './people.repository.ts';
import { plan } from './plan.ts';
import * as repository from './planning.repository.ts';
import type { Recipient, RuleTelling, SettingTelling } from './telling.ts';

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

function knownAt({ id, raisedAt }: ToldAlarm): Date {
  const made = madeAt(id);
  return made > raisedAt ? made : raisedAt;
}

async function planIn(
  tx: Transaction,
  tenant: string,
  alarms: readonly ToldAlarm[],
  now: Date,
): Promise<number> {
  const ids = alarms.map(({ id }) => id);
  const [rules, settings, webhookIds, members, earlier] = await Promise.all([
    repository.readRules(tx, tenant, [...new Set(alarms.map(({ ruleId }) => ruleId))]),
    repository.readSettings(tx, tenant),
    repository.webhooksOn(tx, tenant),
    listMembers(tx, tenant),
    repository.readEarlier(tx, tenant, ids),
  ]);
  const ruleById = new Map(rules.map((rule) => [rule.id, ruleTelling(rule, webhookIds)]));
  const notices = alarms.flatMap((alarm) => {
    const telling = settings.map(
      (setting): SettingTelling => ({ ...setting, recipients: recipientsOf(setting, members, alarm) }),
    );
    // What was over when it began is told, and neither repeated nor called off.
    const passed = alarm.clearReason === 'passed';
    return plan(
      {
        ...alarm,
        knownAt: knownAt(alarm),
        confirmed: passed || alarm.confirmedAt !== null,
        clearedAt: passed ? null : alarm.clearedAt,
      },
      ruleById.get(alarm.ruleId) ?? null,
      telling,
      earlier.get(alarm.id) ?? [],
      now,
    );
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
