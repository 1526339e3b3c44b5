/** Entries of several accounts. They are taken in turn, so those of one account do not hold up another's. */
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

  /** Whose turn it is. */
  first(): T | undefined {
    const [entries] = this.#accounts.values();
    const [first] = entries ?? [];
    return first;
  }

  /** Nothing happens when it is not in the queue. After one of its entries an account has its next turn last. */
  delete(account: string, entry: T): void {
    const entries = this.#accounts.get(account);
    if (entries?.delete(entry) !== true) return;
    this.#size -= 1;
    this.#accounts.delete(account);
    if (entries.size > 0) this.#accounts.set(account, entries);
  }
}
