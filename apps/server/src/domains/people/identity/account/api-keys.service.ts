import type { ApiKeyItem } from '@airloom/contract/identity/identity.model';
import type { apiKeyInput } from '@airloom/contract/identity/identity.rules';
import { withImpliedViews } from '@airloom/contract/permissions';
import type { z } from 'zod';
import { audit, recordOperation } from '../../../../platform/audit.ts';
import { Failure, invalidField } from '../../../../platform/failure.ts';
import type { RequestInfo } from '../../../../platform/http/context.ts';
import { newId } from '../../../../platform/ids.ts';
import type { Platform } from '../../../../platform/platform.ts';
import type { Scope } from '../../../../platform/scope.ts';
import { hashToken, newToken } from '../../../../platform/secrets.ts';
import { lockMembership } from '../../access/index.ts';
import { lockManager } from '../identity.repository.ts';
import * as repository from './api-keys.repository.ts';
import type { Profiles } from './profile.service.ts';
import type { SecurityEvents } from './security-events.ts';

const SHOWN_PREFIX = repository.API_KEY_PREFIX.length + 6;

/** Keys for scripts and other systems: some of a person's permissions in one account, until expiry or revocation. */
export class ApiKeys {
  readonly #platform: Platform;
  readonly #profiles: Profiles;
  readonly #events: SecurityEvents;

  constructor(platform: Platform, profiles: Profiles, events: SecurityEvents) {
    this.#platform = platform;
    this.#profiles = profiles;
    this.#events = events;
  }

  async list(scope: Scope): Promise<ApiKeyItem[]> {
    const rows = await this.#platform.database.withTenant(scope, (tx) =>
      repository.apiKeysOf(tx, scope.tenant, scope.membership),
    );
    return rows.map((row) => ({
      apiKeyUUID: row.id,
      name: row.name,
      prefix: row.prefix,
      grants: row.grants,
      createdAt: row.created_at.toISOString(),
      expiresAt: row.expires_at?.toISOString() ?? null,
      lastUsedAt: row.last_used_at?.toISOString() ?? null,
      endsWithPassword: row.ends_with_password,
    }));
  }

  async create(
    scope: Scope,
    input: z.output<typeof apiKeyInput>,
    request: RequestInfo,
  ): Promise<{ apiKey: ApiKeyItem; secret: string }> {
    const grants = withImpliedViews(input.grants);
    if (grants.some((grant) => !scope.grants.has(grant))) throw new Failure('grantsMoreThanHeld');
    const now = this.#platform.now();
    const expiresAt = input.expiresAt === null ? null : new Date(input.expiresAt);
    if (expiresAt !== null && expiresAt <= now) throw invalidField('expiresAt', 'validation.future');
    await this.#profiles.proven(scope, input.password);
    const { endsWithPassword } = input;
    const secret = `${repository.API_KEY_PREFIX}${newToken()}`;
    const key = { id: newId(), name: input.name, prefix: secret.slice(0, SHOWN_PREFIX), grants };
    // As the system, because security events of a person belong to no account.
    await this.#platform.database.asSystem(async (tx) => {
      // The person first, as at sign-in: the same lock order prevents deadlocks.
      await lockManager(tx, scope.manager);
      await lockMembership(tx, scope);
      await this.#platform.quotas.require(tx, scope, 'apiKeys', { part: [scope.membership] });
      await repository.insertApiKey(tx, {
        ...key,
        tenant: scope.tenant,
        membershipId: scope.membership,
        secretHash: hashToken(secret),
        createdAt: now,
        expiresAt,
        endsWithPassword,
      });
      const fields = { prefix: key.prefix, permissions: grants, expiresAt, endsWithPassword };
      await recordOperation(tx, scope, audit.object('apiKey', key, {}, audit.values(null, fields)));
      await this.#events.note(tx, scope.manager, request, 'apiKeyCreated', key.name);
    });
    this.#platform.wakeOutbox();
    return {
      secret,
      apiKey: {
        apiKeyUUID: key.id,
        name: key.name,
        prefix: key.prefix,
        grants,
        createdAt: now.toISOString(),
        expiresAt: expiresAt?.toISOString() ?? null,
        lastUsedAt: null,
        endsWithPassword,
      },
    };
  }

  async revoke(scope: Scope, id: string): Promise<void> {
    await this.#platform.database.withTenant(scope, async (tx) => {
      const removed = await repository.deleteApiKey(tx, scope.tenant, scope.membership, id);
      if (!removed) throw new Failure('notFound');
      const changes = audit.values({ prefix: removed.prefix }, null);
      await recordOperation(tx, scope, audit.object('apiKey', { id, name: removed.name }, {}, changes));
    });
    this.#platform.scopes.dropManagers(new Set([scope.manager]));
  }
}
