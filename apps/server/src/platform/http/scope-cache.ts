import type { Authenticated } from './context.ts';

interface Entry {
  readonly who: Authenticated;
  freshUntil: number;
}

const FRESH_MS = 5_000;
const ENTRIES_MAX = 20_000;
const STALE = 0;

/**
 * The scope of a token, cached for a few seconds so that a busy page does not query the database each
 * time. Ending a session or changing permissions invalidates the entry at once.
 */
export class ScopeCache {
  readonly #entries = new Map<string, Entry>();
  readonly #now: () => number;
  readonly #loading = new Map<string, { readonly drops: number; readonly who: Promise<Authenticated> }>();
  #drops = 0;

  constructor(now: () => number) {
    this.#now = now;
  }

  get(tokenHash: string): Authenticated | undefined {
    const entry = this.#entries.get(tokenHash);
    return entry && entry.freshUntil > this.#now() ? entry.who : undefined;
  }

  /** The last scope of this token, for the reason why it is not valid any more. */
  lastSeen(tokenHash: string): Authenticated | undefined {
    return this.#entries.get(tokenHash)?.who;
  }

  /**
   * Looks up and caches the result, unless something was dropped meanwhile: the result may be
   * outdated. Concurrent requests with the same token share the lookup.
   */
  async load(tokenHash: string, ask: () => Promise<Authenticated>): Promise<Authenticated> {
    const drops = this.#drops;
    const loading = this.#loading.get(tokenHash);
    if (loading?.drops === drops) return loading.who;
    const entry = { drops, who: ask() };
    this.#loading.set(tokenHash, entry);
    try {
      const who = await entry.who;
      this.#remember(tokenHash, who, drops === this.#drops ? this.#now() + FRESH_MS : STALE);
      return who;
    } finally {
      if (this.#loading.get(tokenHash) === entry) this.#loading.delete(tokenHash);
    }
  }

  #remember(tokenHash: string, who: Authenticated, freshUntil: number): void {
    const oldest = this.#entries.keys().next();
    if (this.#entries.size >= ENTRIES_MAX && !oldest.done) this.#entries.delete(oldest.value);
    this.#entries.delete(tokenHash);
    this.#entries.set(tokenHash, { who, freshUntil });
  }

  dropSessions(ids: ReadonlySet<string>): void {
    this.#dropWhere((who) => who.sessionId !== null && ids.has(who.sessionId));
  }

  dropManagers(ids: ReadonlySet<string>): void {
    this.#dropWhere((who) => ids.has(who.scope.manager));
  }

  dropTenant(tenant: string): void {
    this.#dropWhere((who) => who.scope.tenant === tenant);
  }

  #dropWhere(matches: (who: Authenticated) => boolean): void {
    this.#drops += 1;
    for (const entry of this.#entries.values()) if (matches(entry.who)) entry.freshUntil = STALE;
  }
}
