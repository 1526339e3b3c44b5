import { isDeepStrictEqual } from 'node:util';
import type { NoticeSetting } from '@airloom/contract/notices/notices.model';
import type { NoticeSettingInput } from '@airloom/contract/notices/notices.rules';
import { audit, type ChangedObject, recordOperation } from '../../../../platform/audit.ts';
import type { Transaction } from '../../../../platform/database/database.ts';
import { inTurn } from '../../../../platform/database/in-turn.ts';
import { rethrowUnique } from '../../../../platform/database/unique.ts';
import { Failure } from '../../../../platform/failure.ts';
import { newId } from '../../../../platform/ids.ts';
import type { Platform } from '../../../../platform/platform.ts';
import type { Scope } from '../../../../platform/scope.ts';
import { peopleAmong, peopleNames } from '../../../people/access/index.ts';
import { placeValues, unknownSelection } from '../../../people/organizations/index.ts';
import type { PlannedNotice } from '../planning/planned-notices.ts';
import { endSettingNotices, recipientsOf } from '../planning/planner.ts';
import { insertNotices, readSetting } from '../planning/planning.repository.ts';
import { countRequests } from '../planning/request-limit.ts';
import { listMembers } from './people.repository.ts';
import * as repository from './settings.repository.ts';
import { knownWebhooks, webhookNames } from './webhooks.repository.ts';

/** Of two settings that end at once, neither hands over to the other. */
const SETTINGS = 'notice_setting';

const rethrowTaken = rethrowUnique({ notice_setting_name: 'noticeSettingNameTaken' });

export function listSettings({ database }: Platform, scope: Scope): Promise<NoticeSetting[]> {
  return database.withTenant(scope, (tx) => repository.listSettings(tx, scope));
}

/** A setting in the operation log of its sites, before and after. */
async function loggedSetting(
  tx: Transaction,
  scope: Scope,
  id: string,
  before: NoticeSettingInput | null,
  after: NoticeSettingInput | null,
): Promise<ChangedObject> {
  const given = [before, after].filter((fields) => fields !== null);
  const sites = given.flatMap(({ siteUUIDs }) => siteUUIDs);
  const places = await placeValues(tx, scope.tenant, { sites });
  const people = await peopleNames(
    tx,
    scope,
    given.flatMap(({ peopleUUIDs }) => peopleUUIDs),
  );
  const webhooks = await webhookNames(
    tx,
    scope,
    given.flatMap(({ webhookUUIDs }) => webhookUUIDs),
  );
  const logged = ({ siteUUIDs, peopleUUIDs, webhookUUIDs, levels, ...fields }: NoticeSettingInput) => ({
    ...fields,
    alarmLevels: levels,
    sites: places.sites(siteUUIDs),
    people: audit.references(
      'member',
      people.filter(({ id: person }) => peopleUUIDs.includes(person)),
    ),
    webhooks: audit.references(
      'webhook',
      webhooks.filter((webhook) => webhookUUIDs.includes(webhook.id)),
    ),
  });
  const changes = audit.values(before && logged(before), after && logged(after));
  const name = given[0]?.name ?? '';
  return audit.object('noticeSetting', { id, name }, { sites }, changes);
}

/** In the order they are read. */
function sorted(input: NoticeSettingInput): NoticeSettingInput {
  return {
    ...input,
    modes: [...new Set(input.modes)],
    siteUUIDs: input.siteUUIDs.toSorted(),
    peopleUUIDs: input.peopleUUIDs.toSorted(),
    webhookUUIDs: input.webhookUUIDs.toSorted(),
  };
}

function added(wanted: readonly string[], before: readonly string[]): string[] {
  return wanted.filter((id) => !before.includes(id));
}

const NOTHING = { siteUUIDs: [], peopleUUIDs: [], webhookUUIDs: [] };

/** Settings for all sites need a reach of the whole account. Sites chosen before may stay. */
async function requireKnown(
  tx: Transaction,
  scope: Scope,
  wanted: NoticeSettingInput,
  before: Pick<NoticeSettingInput, keyof typeof NOTHING> = NOTHING,
): Promise<void> {
  if (wanted.siteUUIDs.length === 0 && scope.reach.kind !== 'all') throw new Failure('permissionDenied');
  const siteIds = added(wanted.siteUUIDs, before.siteUUIDs);
  const people = added(wanted.peopleUUIDs, before.peopleUUIDs);
  const webhooks = added(wanted.webhookUUIDs, before.webhookUUIDs);
  const unknown = await unknownSelection(tx, scope, { enterpriseIds: [], siteIds });
  const known = people.length === 0 ? [] : await peopleAmong(tx, scope, people);
  const isKnown =
    unknown.length === 0 &&
    known.length === people.length &&
    (await knownWebhooks(tx, scope, webhooks)) === webhooks.length;
  if (!isKnown) throw new Failure('notFound');
}

async function locked(tx: Transaction, scope: Scope, id: string): Promise<NoticeSettingInput> {
  const setting = await repository.lockSetting(tx, scope, id);
  if (setting === null) throw new Failure('notFound');
  const everywhere = setting.fields.siteUUIDs.length === 0;
  if (everywhere ? scope.reach.kind !== 'all' : setting.hiddenSites > 0) {
    throw new Failure('permissionDenied');
  }
  return setting.fields;
}

export async function createSetting(
  { database, now, quotas }: Platform,
  scope: Scope,
  input: NoticeSettingInput,
): Promise<string> {
  const id = newId();
  const fields = sorted(input);
  await database
    .withTenant(scope, async (tx) => {
      await requireKnown(tx, scope, fields);
      await quotas.require(tx, scope, 'noticeSettings');
      await repository.insertSetting(tx, scope, id, fields, now());
      await recordOperation(tx, scope, await loggedSetting(tx, scope, id, null, fields));
    })
    .catch(rethrowTaken);
  return id;
}

/** Returns whether anything changed. */
export function updateSetting(
  { database, now }: Platform,
  scope: Scope,
  id: string,
  input: NoticeSettingInput,
): Promise<boolean> {
  const fields = sorted(input);
  return database
    .withTenant(scope, async (tx) => {
      const before = await locked(tx, scope, id);
      if (isDeepStrictEqual(fields, before)) return false;
      if (!fields.enabled) await inTurn(tx, scope, SETTINGS);
      await requireKnown(tx, scope, fields, before);
      await repository.updateSetting(tx, scope, id, fields, now());
      if (!fields.enabled) await endSettingNotices(tx, scope.tenant, id, now());
      await recordOperation(tx, scope, await loggedSetting(tx, scope, id, before, fields));
      return true;
    })
    .catch(rethrowTaken);
}

export async function deleteSetting({ database, now }: Platform, scope: Scope, id: string): Promise<void> {
  await database.withTenant(scope, async (tx) => {
    const before = await locked(tx, scope, id);
    await inTurn(tx, scope, SETTINGS);
    await repository.deleteSetting(tx, scope, id);
    await endSettingNotices(tx, scope.tenant, id, now());
    await recordOperation(tx, scope, await loggedSetting(tx, scope, id, before, null));
  });
}

/** Sends a test to every recipient of a setting. Returns how many. */
export function testSetting({ database, now }: Platform, scope: Scope, id: string): Promise<number> {
  return database.withTenant(scope, async (tx) => {
    const fields = await locked(tx, scope, id);
    const setting = await readSetting(tx, scope.tenant, id);
    if (setting === undefined) throw new Failure('notFound');
    const recipients = recipientsOf(setting, await listMembers(tx, scope.tenant), null);
    const at = now();
    await countRequests(tx, scope, recipients.length, at);
    const common = {
      aboutId: id,
      alarmId: null,
      settingId: id,
      step: 'test',
      // Each test is a notice of its own.
      detail: newId(),
      level: 'notice',
      because: fields.name,
      siteId: fields.siteUUIDs[0] ?? null,
      timeZone: 'UTC',
      dueAt: at,
      tellsClears: false,
    } as const;
    const notices = recipients.map((recipient): PlannedNotice => ({ ...recipient, ...common }));
    const planned = (await insertNotices(tx, scope.tenant, notices, at)).length;
    await recordOperation(tx, scope, await loggedSetting(tx, scope, id, fields, fields));
    return planned;
  });
}
