import { isDeepStrictEqual } from 'node:util';
import type { Webhook } from '@airloom/contract/notices/notices.model';
import { isSecretOnTheWay, type WebhookInput } from '@airloom/contract/notices/notices.rules';
import { audit, type ChangedObject, recordOperation } from '../../../../platform/audit.ts';
import type { Transaction } from '../../../../platform/database/database.ts';
import { rethrowUnique } from '../../../../platform/database/unique.ts';
import { Failure, invalidField } from '../../../../platform/failure.ts';
import { isRefused } from '../../../../platform/http/guarded-fetch.ts';
import type { Outside } from '../../../../platform/http/outside.ts';
import { newId } from '../../../../platform/ids.ts';
import type { Platform } from '../../../../platform/platform.ts';
import type { Scope } from '../../../../platform/scope.ts';
import { newToken } from '../../../../platform/secrets.ts';
import { insertNotices } from '../planning/planning.repository.ts';
import { countRequests } from '../planning/request-limit.ts';
import { shownUrl, storedUrl, urlOf } from './webhook-url.ts';
import * as repository from './webhooks.repository.ts';

const rethrowTaken = rethrowUnique({ webhook_name: 'webhookNameTaken' });

export function listWebhooks({ database, vault }: Platform, scope: Scope): Promise<Webhook[]> {
  return database.withTenant(scope, (tx) => repository.listWebhooks(tx, scope, vault));
}

function loggedWebhook(
  id: string,
  { name }: repository.WebhookFields,
  changes?: ChangedObject['changes'],
): ChangedObject {
  return audit.object('webhook', { id, name }, {}, changes);
}

function loggedFields({ kind, name, enabled }: repository.WebhookFields) {
  return { webhookKind: kind, name, enabled };
}

/** URLs of webhooks may contain credentials of the receiver. */
function changesOf(
  before: repository.WebhookFields | null,
  after: repository.WebhookFields | null,
): ChangedObject['changes'] {
  const changes = audit.values(before && loggedFields(before), after && loggedFields(after));
  return before?.url === after?.url ? changes : [...changes, audit.secret('url')];
}

/** Data that leaves the account needs a reach of the whole account. */
function requireWhole({ reach }: Scope): void {
  if (reach.kind !== 'all') throw new Failure('permissionDenied');
}

async function locked(tx: Transaction, scope: Scope, id: string): Promise<repository.WebhookFields> {
  requireWhole(scope);
  const webhook = await repository.lockWebhook(tx, scope, id);
  if (webhook === undefined) throw new Failure('notFound');
  return webhook;
}

interface Made {
  readonly webhookUUID: string;
  readonly secret: string;
}

/** Normalized URL: control characters and the like are escaped. */
function fieldsOf({ kind, name, url, enabled }: WebhookInput): repository.WebhookFields {
  return { kind, name, url: new URL(url).href, enabled };
}

/** A webhook gets a secret of its own; a chat uses the one it was given, if any. */
function firstSecret({ kind, secret = '' }: WebhookInput): string | null {
  if (kind === 'webhook') return newToken();
  return secret === '' ? null : secret;
}

export interface WebhookPlatform extends Platform {
  readonly outside: Outside;
}

const LOOKUP_TIMEOUT_MS = 2_000;

/** Checked when it is saved; each attempt checks it again. */
async function requireOutside(
  outside: Outside,
  { kind, url }: Pick<repository.WebhookFields, 'kind' | 'url'>,
): Promise<void> {
  if (!isSecretOnTheWay(kind, url)) throw invalidField('url', 'validation.urlHttps');
  if (await isRefused(outside, url, LOOKUP_TIMEOUT_MS)) throw invalidField('url', 'validation.urlInside');
}

export async function createWebhook(
  { database, vault, now, outside, quotas }: WebhookPlatform,
  scope: Scope,
  input: WebhookInput,
): Promise<Made> {
  requireWhole(scope);
  const fields = fieldsOf(input);
  await requireOutside(outside, fields);
  const id = newId();
  const secret = firstSecret(input);
  const sealed = secret === null ? null : vault.seal(secret);
  await database
    .withTenant(scope, async (tx) => {
      await quotas.require(tx, scope, 'webhooks');
      const url = storedUrl(vault, fields);
      await repository.insertWebhook(tx, scope, id, { ...fields, url, secret: sealed }, now());
      await recordOperation(tx, scope, loggedWebhook(id, fields, changesOf(null, fields)));
    })
    .catch(rethrowTaken);
  return { webhookUUID: id, secret: fields.kind === 'webhook' ? (secret ?? '') : '' };
}

/** Returns whether anything changed. */
export async function updateWebhook(
  { database, vault, outside }: WebhookPlatform,
  scope: Scope,
  id: string,
  input: WebhookInput,
): Promise<boolean> {
  const known = await database.withTenant(scope, (tx) => locked(tx, scope, id));
  const { kind } = known;
  if (kind !== input.kind) throw new Failure('webhookKindFixed');
  // A webhook's own secret is renewed, not given.
  const secret = kind === 'webhook' ? undefined : input.secret;
  const before = urlOf(vault, known);
  const isKept = input.url === shownUrl(vault, known);
  const fields = isKept ? { ...fieldsOf(input), url: before } : fieldsOf(input);
  // A webhook with a private address can still be renamed and disabled.
  if (fields.url !== before) await requireOutside(outside, fields);
  return database
    .withTenant(scope, async (tx) => {
      const stored = await locked(tx, scope, id);
      const current = { ...stored, url: urlOf(vault, stored) };
      if (isDeepStrictEqual(fields, current) && secret === undefined) return false;
      const sealed = secret === undefined ? {} : { secret: secret === '' ? null : vault.seal(secret) };
      await repository.updateWebhook(tx, scope, id, { ...fields, url: storedUrl(vault, fields), ...sealed });
      const changes = changesOf(current, fields);
      const logged = secret === undefined ? changes : [...changes, audit.secret('webhookSecret')];
      await recordOperation(tx, scope, loggedWebhook(id, stored, logged));
      return true;
    })
    .catch(rethrowTaken);
}

export async function renewSecret({ database, vault }: Platform, scope: Scope, id: string): Promise<Made> {
  const secret = newToken();
  await database.withTenant(scope, async (tx) => {
    const webhook = await locked(tx, scope, id);
    if (webhook.kind !== 'webhook') throw new Failure('chatHasNoSecret');
    await repository.updateWebhook(tx, scope, id, { secret: vault.seal(secret) });
    await recordOperation(tx, scope, loggedWebhook(id, webhook, [audit.secret('webhookSecret')]));
  });
  return { webhookUUID: id, secret };
}

export async function deleteWebhook({ database, now }: Platform, scope: Scope, id: string): Promise<void> {
  await database.withTenant(scope, async (tx) => {
    const before = await locked(tx, scope, id);
    await repository.deleteWebhook(tx, scope, id, now());
    await recordOperation(tx, scope, loggedWebhook(id, before, changesOf(before, null)));
  });
}

/** Sends a test, also while it is disabled. Returns the id of the notice. */
export function testWebhook({ database, now }: Platform, scope: Scope, id: string): Promise<string> {
  return database.withTenant(scope, async (tx) => {
    const webhook = await locked(tx, scope, id);
    const at = now();
    await countRequests(tx, scope, 1, at);
    const [noticeId] = await insertNotices(
      tx,
      scope.tenant,
      [
        {
          mode: 'webhook',
          address: id,
          managerId: null,
          webhookId: id,
          aboutId: id,
          alarmId: null,
          settingId: null,
          step: 'test',
          // Each test is a notice of its own.
          detail: newId(),
          level: 'notice',
          because: webhook.name,
          siteId: null,
          timeZone: 'UTC',
          dueAt: at,
          tellsClears: false,
        },
      ],
      at,
    );
    if (noticeId === undefined) throw new Error('A trial that was planned before');
    await recordOperation(tx, scope, loggedWebhook(id, webhook));
    return noticeId;
  });
}
