import { SCREEN_LINK_LIMITS } from '@airloom/contract/big-screen/big-screen.limits';
import type { OpenedScreen, ScreenLink } from '@airloom/contract/big-screen/big-screen.model';
import type { ScreenLinkInput } from '@airloom/contract/big-screen/big-screen.rules';
import { SCREEN_PARAMETER } from '@airloom/contract/live';
import { DAY, SECOND } from '@airloom/contract/time';
import { audit, type ChangedObject, recordOperation } from '../../../platform/audit.ts';
import type { Transaction } from '../../../platform/database/database.ts';
import { Failure } from '../../../platform/failure.ts';
import { type RequestInfo, screenCookie } from '../../../platform/http/context.ts';
import { PATHS } from '../../../platform/http/paths.ts';
import { newId } from '../../../platform/ids.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { Scope } from '../../../platform/scope.ts';
import { hashToken, newToken } from '../../../platform/secrets.ts';
import { Throttle } from '../../../platform/throttle/throttle.ts';
import { type LoadedScope, loadScopes } from '../../people/access/index.ts';
import { accountName } from '../../people/accounts/index.ts';
import { placeValues, unknownSelection } from '../../people/organizations/index.ts';
import { authenticatedBy, creatorOf, type ScreenAuthentication } from './screen-authentication.ts';
import * as repository from './screen-links.repository.ts';

const THROTTLES = {
  /** Failed openings from one address. */
  screenLinks: { free: 20, delayMaxSeconds: 900, forgetSeconds: 120 },
} as const;

/** Links that open the big screen of a place without a sign-in. */
export class ScreenLinks {
  readonly #platform: Platform;
  readonly #authentication: ScreenAuthentication;
  readonly #throttle: Throttle<keyof typeof THROTTLES>;

  constructor(platform: Platform, authentication: ScreenAuthentication) {
    this.#platform = platform;
    this.#authentication = authentication;
    this.#throttle = new Throttle(platform, THROTTLES);
  }

  async list(scope: Scope): Promise<ScreenLink[]> {
    const { database, live, now } = this.#platform;
    const [links, creators] = await database.withTenant(scope, async (tx) => {
      const found = await repository.visibleLinks(tx, scope);
      return [found, await loadScopes(tx, found.map(creatorOf))];
    });
    return links.map((link) => {
      const creator = creators.get(link.membership_id);
      return {
        linkUUID: link.id,
        name: link.name,
        siteUUID: link.site_id,
        enterpriseUUID: link.enterprise_id,
        placeName: repository.placeNameOf(link),
        addresses: link.addresses,
        state: stateOf(link, creator, now()),
        createdBy: creator?.scope.userName ?? '',
        createdAt: link.created_at.toISOString(),
        expiresAt: link.expires_at.toISOString(),
        lastUsedAt: link.last_used_at?.toISOString() ?? null,
        lastAddress: link.last_address,
        displays: live.countOf(link.id),
      };
    });
  }

  async create(scope: Scope, input: ScreenLinkInput): Promise<{ linkUUID: string; path: string }> {
    const { database, now, quotas } = this.#platform;
    const token = newToken();
    const createdAt = now();
    const link = {
      id: newId(),
      name: input.name,
      enterpriseId: input.enterpriseUUID ?? null,
      siteId: input.siteUUID ?? null,
      tokenHash: hashToken(token),
      addresses: input.addresses,
      createdAt,
      expiresAt: new Date(createdAt.getTime() + input.validDays * DAY),
    };
    await database.withTenant(scope, async (tx) => {
      const given = {
        enterpriseIds: link.enterpriseId === null ? [] : [link.enterpriseId],
        siteIds: link.siteId === null ? [] : [link.siteId],
      };
      if ((await unknownSelection(tx, scope, given)).length > 0) throw new Failure('notFound');
      await quotas.require(tx, scope, 'screenLinks');
      await repository.insertLink(tx, scope, link);
      await recordOperation(tx, scope, await logged(tx, scope, link, 'created'));
    });
    return { linkUUID: link.id, path: `/screen?link=${link.id}#${token}` };
  }

  async revoke(scope: Scope, id: string): Promise<void> {
    await this.#platform.database.withTenant(scope, async (tx) => {
      const link = await repository.lockLink(tx, scope, id);
      if (!link) throw new Failure('notFound');
      await repository.deleteLink(tx, scope.tenant, id);
      const { site_id: siteId, enterprise_id: enterpriseId, expires_at: expiresAt } = link;
      await recordOperation(
        tx,
        scope,
        await logged(tx, scope, { ...link, siteId, enterpriseId, expiresAt }, 'revoked'),
      );
    });
    this.#authentication.end([id]);
  }

  /** The token is in the input once; afterwards the browser has it in a cookie that no script can read. */
  async open(
    input: { readonly linkUUID: string; readonly token?: string | undefined },
    request: RequestInfo,
  ): Promise<OpenedScreen> {
    const cookie = screenCookie(input.linkUUID);
    const token = input.token ?? request.cookie(cookie) ?? '';
    const { address } = request;
    await this.#throttle.attempt('screenLinks', address);
    const { link, loaded, who } = await this.#authentication.open({ linkId: input.linkUUID, token, address });
    await this.#throttle.takeBack('screenLinks', address);
    const leftMs = link.expires_at.getTime() - this.#platform.now().getTime();
    request.setCookie(cookie, token, { maxAgeSeconds: Math.ceil(leftMs / SECOND) });
    const origin = (this.#platform.settings.PUBLIC_URL ?? request.browserOrigin).replace(/\/$/, '');
    return {
      name: link.name,
      placeName: repository.placeNameOf(link),
      accountName: await this.#platform.database.withTenant(loaded.scope, (tx) =>
        accountName(tx, loaded.scope),
      ),
      permissions: [...who.scope.grants],
      expiresAt: link.expires_at.toISOString(),
      websocketUrl: `${origin.replace(/^http/, 'ws')}${PATHS.live}?${SCREEN_PARAMETER}=${link.id}`,
    };
  }

  async deleteExpired(): Promise<void> {
    const until = new Date(this.#platform.now().getTime() - SCREEN_LINK_LIMITS.expiredKeptMs);
    await this.#platform.database.asSystem((tx) => repository.deleteExpired(tx, until));
  }
}

function stateOf(
  link: repository.ScreenLinkRow,
  creator: LoadedScope | undefined,
  now: Date,
): ScreenLink['state'] {
  if (link.expires_at <= now) return 'expired';
  return creator !== undefined && authenticatedBy(link, creator) !== null ? 'active' : 'suspended';
}

interface LoggedLink {
  readonly id: string;
  readonly name: string;
  readonly siteId: string | null;
  readonly enterpriseId: string | null;
  readonly addresses: readonly string[];
  readonly expiresAt: Date;
}

async function logged(
  tx: Transaction,
  { tenant }: Scope,
  { id, name, siteId, enterpriseId, addresses, expiresAt }: LoggedLink,
  what: 'created' | 'revoked',
): Promise<ChangedObject> {
  const sites = siteId === null ? [] : [siteId];
  const organizations = enterpriseId === null ? [] : [enterpriseId];
  const places = await placeValues(tx, tenant, { sites, organizations });
  const fields = {
    site: places.sites(sites),
    organization: places.organizations(organizations),
    addresses,
    expiresAt,
  };
  const changes = what === 'created' ? audit.values(null, fields) : audit.values(fields, null);
  return audit.object('screenLink', { id, name }, { sites, organizations }, changes);
}
