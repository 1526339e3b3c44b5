import type { Transaction } from '../../../../platform/database/database.ts';
import { madeAt } from '../../../../platform/ids.ts';
import type { Platform } from '../../../../platform/platform.ts';
import * as reassignment from '../delivery/reassignment.repository.ts';
import { reassign } from '../delivery/reassignment.ts';
import { listMembers, type Member, type Place, sees } from '../settings/people.repository.ts';
import { lockAlarms, type NoticeAlarm, readAlarms } from './alarm.repository.ts';
import { plan } from './plan.ts';
import type { PlannedAlarm, Recipient, RuleSource, SettingSource } from './planned-notices.ts';
import * as repository from './planning.repository.ts';

const NOBODY = { managerId: null, webhookId: null };

function toAddresses(mode: 'mail' | 'sms', addresses: readonly string[]): Recipient[] {
  return addresses.map((address) => ({ ...NOBODY, mode, address }));
}

function toWebhooks(ids: readonly string[], chatIds: ReadonlySet<string>): Recipient[] {
  return ids.map((id) => ({
    ...NOBODY,
    mode: 'webhook',
    address: id,
    webhookId: id,
    isChat: chatIds.has(id),
  }));
}

/** A rule names no people and no webhooks: it sends to everyone who sees the alarm, and to every enabled webhook. */
function ruleSource(
  rule: repository.StoredRule,
  webhooks: readonly repository.StoredWebhook[],
  chatIds: ReadonlySet<string>,
): RuleSource {
  const enabled = webhooks.filter((webhook) => webhook.enabled).map(({ id }) => id);
  const byMode = {
    page: [{ ...NOBODY, mode: 'page' as const, address: '' }],
    mail: toAddresses('mail', rule.emails),
    sms: toAddresses('sms', rule.phones),
    webhook: toWebhooks(enabled, chatIds),
  };
  return { ...rule, recipients: rule.modes.flatMap((mode) => byMode[mode]) };
}

/** Recipients of a setting by their current profiles, without people who may not see the place. */
export function recipientsOf(
  setting: repository.StoredSetting,
  members: readonly Member[],
  place: Place | null,
  chatIds: ReadonlySet<string> = new Set(),
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
    webhook: () => toWebhooks(setting.webhookIds, chatIds),
  };
  return setting.modes.flatMap((mode) => byMode[mode]());
}

function asPlanned(alarm: NoticeAlarm): PlannedAlarm {
  const made = madeAt(alarm.id);
  // An alarm that was cleared when raised gets a notice, which is neither repeated nor dropped.
  const passed = alarm.clearReason === 'passed';
  return {
    ...alarm,
    knownAt: made > alarm.raisedAt ? made : alarm.raisedAt,
    confirmed: passed || alarm.confirmedAt !== null,
    clearedAt: passed ? null : alarm.clearedAt,
  };
}

interface Sources {
  readonly rule: RuleSource | null;
  readonly settings: readonly SettingSource[];
}

/** Rule and enabled settings of each of these alarms. */
async function readSources(
  tx: Transaction,
  tenant: string,
  alarms: readonly NoticeAlarm[],
  sinceOf: (source: repository.StoredSource) => Date,
): Promise<(alarm: NoticeAlarm) => Sources> {
  const [rules, settings, webhooks, members] = await Promise.all([
    repository.readRules(tx, tenant, [...new Set(alarms.map(({ ruleId }) => ruleId))]),
    repository.readSettings(tx, tenant),
    repository.readWebhooks(tx, tenant),
    listMembers(tx, tenant),
  ]);
  const chatIds = new Set(webhooks.filter(({ isChat }) => isChat).map(({ id }) => id));
  const ruleById = new Map(
    rules.map((rule) => [rule.id, { ...ruleSource(rule, webhooks, chatIds), since: sinceOf(rule) }]),
  );
  return (alarm) => ({
    rule: ruleById.get(alarm.ruleId) ?? null,
    settings: settings.map((setting) => ({
      ...setting,
      since: sinceOf(setting),
      recipients: recipientsOf(setting, members, alarm, chatIds),
    })),
  });
}

const ALWAYS = new Date(0);

/** A change in the future was made before the clock was set back: it applies to all alarms. */
function sinceBy(since: Date, now: Date): Date {
  return since > now ? ALWAYS : since;
}

async function planIn(
  tx: Transaction,
  tenant: string,
  alarms: readonly NoticeAlarm[],
  now: Date,
): Promise<number> {
  const ids = alarms.map(({ id }) => id);
  const sourcesOf = await readSources(tx, tenant, alarms, ({ since }) => sinceBy(since, now));
  const earlier = await repository.readEarlier(tx, tenant, ids);
  const notices = alarms.flatMap((alarm) => {
    const { rule, settings } = sourcesOf(alarm);
    return plan(asPlanned(alarm), rule, settings, earlier.get(alarm.id) ?? [], now);
  });
  return (await repository.insertNotices(tx, tenant, notices, now)).length;
}

/** Plans notices for the current state of these alarms. Idempotent. */
export async function planNotices(
  { database, now }: Pick<Platform, 'database' | 'now'>,
  tenant: string,
  alarmIds: readonly string[],
): Promise<number> {
  return database.withTenant({ tenant }, async (tx) => {
    const alarms = await lockAlarms(tx, tenant, alarmIds);
    if (alarms.length === 0) return 0;
    const at = now();
    const planned = await planIn(tx, tenant, alarms, at);
    await repository.dropUnneeded(tx, tenant, alarmIds, at);
    return planned;
  });
}

/**
 * A setting was disabled or deleted. Its waiting notices are reassigned over to others with the same address, whatever
 * was changed about these since; the rest is dropped. Notices in flight are delivered.
 */
export async function endSettingNotices(
  tx: Transaction,
  tenant: string,
  settingId: string,
  now: Date,
): Promise<void> {
  const waiting = await reassignment.lockWaiting(tx, tenant, settingId);
  if (waiting.length === 0) return;
  const ofAlarm = Map.groupBy(waiting, ({ alarmId }) => alarmId ?? '');
  const alarms = await readAlarms(tx, tenant, [...new Set(waiting.flatMap(({ alarmId }) => alarmId ?? []))]);
  const sourcesOf = await readSources(tx, tenant, alarms, ({ onSince }) => onSince);
  const reassigned = alarms.flatMap((alarm) => {
    const { rule, settings } = sourcesOf(alarm);
    return reassign(asPlanned(alarm), rule, settings, ofAlarm.get(alarm.id) ?? [], now);
  });
  await reassignment.writeReassigned(tx, tenant, reassigned);
  const kept = new Set(reassigned.map(({ id }) => id));
  const dropped = waiting.map(({ id }) => id).filter((id) => !kept.has(id));
  await reassignment.dropNotices(tx, tenant, dropped, now);
}
