/** Entries of several accounts. Accounts take turns, so the entries of one do not block those of another. */
export class FairQueue<T> {
  /** The account whose turn is next comes first; of each account in order of arrival. */
  readonly #accounts = new Map<string, Set<T>>();
  #size = 0;

  add(account: string, entry: T): void {
    const known = this.#accounts.get(account);
    if (known === undefined) this.#accounts.set(account, new Set([entry]));
    else known.add(entry);
    this.#size += 1;
  }

  get size(): number {
    return this.#size;
  }

  /** The account whose turn it is. */
  first(): T | undefined {
    const [entries] = this.#accounts.values();
    const [first] = entries ?? [];
    return first;
  }

  /** Does nothing when it is not in the queue. After one of its entries an account goes to the end. */
  delete(account: string, entry: T): void {
    const entries = this.#accounts.get(account);
    if (entries?.delete(entry) !== true) return;
    this.#size -= 1;
    this.#accounts.delete(account);
    if (entries.size > 0) this.#accounts.set(account, entries);
  }
}
