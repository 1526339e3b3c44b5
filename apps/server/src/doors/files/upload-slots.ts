import { LIMITS } from '@airloom/contract/limits';
import { Failure } from '../../platform/failure.ts';

/** Counts concurrent uploads per account: no account fills the disk at once or blocks others. */
export class TakingIn {
  readonly #running = new Map<string, number>();

  async run<T>(tenant: string, work: () => Promise<T>): Promise<T> {
    const running = this.#running.get(tenant) ?? 0;
    if (running >= LIMITS.upload.atOnceMax) throw new Failure('tooManyRequests');
    this.#running.set(tenant, running + 1);
    try {
      return await work();
    } finally {
      const left = (this.#running.get(tenant) ?? 1) - 1;
      if (left === 0) this.#running.delete(tenant);
      else this.#running.set(tenant, left);
    }
  }
}
