import type { Authenticated } from './context.ts';

interface Entry {
  readonly who: Authenticated;
  readonly freshUntil: number;
}

const FRESH_MS = 5_000;
const ENTRIES_MAX = 20_000;

/**
 * Who is behind a token, remembered for a few seconds so that a busy page does not ask the database each
 * time. Whatever ends a session or changes rights drops the entry at once.
 */
export class ScopeCache {
  readonly #entries = new Map<string, Entry>();
  readonly #now: () => number;

  constructor(now: () => number) {
    this.#now = now;
  }

  get(tokenHash: string): Authenticated | undefined {
    const entry = this.#entries.get(tokenHash);
    if (!entry) return undefined;
    if (entry.freshUntil > this.#now()) return entry.who;
    this.#entries.delete(tokenHash);
    return undefined;
  }

  set(tokenHash: string, who: Authenticated): void {
    const oldest = this.#entries.keys().next();
    if (this.#entries.size >= ENTRIES_MAX && !oldest.done) this.#entries.delete(oldest.value);
    this.#entries.set(tokenHash, { who, freshUntil: this.#now() + FRESH_MS });
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
    for (const [key, entry] of this.#entries) if (matches(entry.who)) this.#entries.delete(key);
  }
}
