import { uuid } from '@airloom/contract/fields';
import { LIVE_CLOSE } from '@airloom/contract/live';
import type { Transaction } from '../../../platform/database/database.ts';
import { Failure } from '../../../platform/failure.ts';
import { isWithin } from '../../../platform/http/address-ranges.ts';
import type { Authenticated, ScreenAuthenticator, ScreenOpening } from '../../../platform/http/context.ts';
import type { Platform } from '../../../platform/platform.ts';
import { hashToken } from '../../../platform/secrets.ts';
import { type Rate, TokenBucket } from '../../../platform/throttle/token-bucket.ts';
import { type LoadedScope, loadScope, loadScopes } from '../../people/access/index.ts';
import { narrowedScope } from './narrowed-scope.ts';
import * as repository from './screen-links.repository.ts';

/** Calls of all displays of one link; a display makes about one per second, and a dozen when it opens. */
const CALLS: Rate = { atOnce: 400, perSecond: 25 };
/** A use is written at most this often per link and address. */
const TOUCH_EVERY_MS = 30_000;

export interface OpenedLink {
  readonly link: repository.ScreenLinkRow;
  readonly loaded: LoadedScope;
  readonly who: Authenticated;
}

/** Resolves the token of a link to what its displays may see. */
export class ScreenAuthentication implements ScreenAuthenticator {
  readonly #platform: Platform;
  readonly #buckets = new Map<string, TokenBucket>();
  /** By link and address, the monotonic time of the last written use. */
  readonly #touched = new Map<string, number>();

  constructor(platform: Platform) {
    this.#platform = platform;
  }

  async authenticate(opening: ScreenOpening): Promise<Authenticated> {
    if (!uuid.safeParse(opening.linkId).success) throw new Failure('screenLinkEnded');
    const hash = hashToken(opening.token);
    const key = `${opening.linkId} ${hash.toString('base64')}`;
    const { scopes } = this.#platform;
    const who = scopes.get(key) ?? (await scopes.load(key, async () => (await this.open(opening)).who));
    this.#require(who, opening);
    await this.#touch(who.scope.tenant, opening);
    return who;
  }

  /** Reads the link anew. */
  async open({ linkId, token, address }: ScreenOpening): Promise<OpenedLink> {
    const opened = await this.#platform.database.asSystem(async (tx) => {
      const link = await repository.linkByToken(tx, linkId, hashToken(token), this.#platform.now());
      const loaded = link && (await loadScope(tx, link.tenant_id, link.membership_id));
      const who = link && loaded && authenticatedBy(link, loaded);
      return link && loaded && who ? { link, loaded, who } : null;
    });
    if (opened === null) throw new Failure('screenLinkEnded');
    requireAddress(opened.link.addresses, address);
    return opened;
  }

  /** Closes displays and forgets what was cached. */
  end(linkIds: readonly string[]): void {
    const ids = new Set(linkIds);
    this.#platform.scopes.dropSessions(ids);
    this.#platform.live.closeWhere(LIVE_CLOSE.sessionEnded, ({ sessionId }) => ids.has(sessionId));
    for (const id of ids) this.#buckets.delete(id);
  }

  /** Closes displays whose link expired, whose creator left or lost the right, or whose place is gone. */
  async endInvalid(): Promise<void> {
    this.#forgetUses();
    const shown = this.#platform.live.screenLinks();
    if (shown.length === 0) return;
    const valid = await this.#platform.database.asSystem((tx) => this.#validAmong(tx, shown));
    this.end(shown.filter((id) => !valid.has(id)));
  }

  /** Also while no display holds a live connection: a link may be read from many addresses without one. */
  #forgetUses(): void {
    const forgotten = this.#platform.monotonic() - TOUCH_EVERY_MS;
    for (const [use, at] of this.#touched) if (at < forgotten) this.#touched.delete(use);
  }

  async #validAmong(tx: Transaction, ids: readonly string[]): Promise<ReadonlySet<string>> {
    const links = await repository.openLinks(tx, ids, this.#platform.now());
    const creators = await loadScopes(tx, links.map(creatorOf));
    const isValid = (link: repository.ScreenLinkRow): boolean => {
      const creator = creators.get(link.membership_id);
      return creator !== undefined && authenticatedBy(link, creator) !== null;
    };
    return new Set(links.filter(isValid).map(({ id }) => id));
  }

  #require(who: Authenticated, { linkId, address }: ScreenOpening): void {
    requireAddress(who.screen?.addresses ?? [], address);
    const now = this.#platform.monotonic();
    const bucket = this.#buckets.get(linkId) ?? new TokenBucket(CALLS, now);
    this.#buckets.set(linkId, bucket);
    if (!bucket.spend(CALLS, 1, now)) throw new Failure('tooManyCalls', {}, { retryAfter: 2 });
  }

  async #touch(tenant: string, { linkId, address }: ScreenOpening): Promise<void> {
    const use = `${linkId} ${address}`;
    const last = this.#touched.get(use);
    const now = this.#platform.monotonic();
    if (last !== undefined && now - last < TOUCH_EVERY_MS) return;
    this.#touched.set(use, now);
    const at = this.#platform.now();
    await this.#platform.database.asSystem((tx) => repository.touchLink(tx, tenant, linkId, { at, address }));
  }
}

export function creatorOf(link: repository.ScreenLinkRow) {
  return { tenant: link.tenant_id, membershipId: link.membership_id };
}

/** Null if the link shows nothing now. */
export function authenticatedBy(link: repository.ScreenLinkRow, creator: LoadedScope): Authenticated | null {
  const place = repository.placeOf(link);
  if (place === null || creator.disabled || creator.closed) return null;
  const scope = narrowedScope(creator.scope, place);
  if (scope === null) return null;
  return { sessionId: link.id, language: '', scope, screen: { addresses: link.addresses } };
}

function requireAddress(ranges: readonly string[], address: string): void {
  if (ranges.length > 0 && !isWithin(address, ranges)) throw new Failure('screenLinkAddress');
}
