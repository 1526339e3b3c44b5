import { Failure } from '../../platform/failure.ts';
import { type FileKind, fileKind } from '../../platform/files/stored-files.ts';

/** Counts what is being taken in, kind by kind, so that large files together stay within memory. */
export class TakingIn {
  readonly #running = new Map<FileKind, number>();

  async run<T>(kind: FileKind, work: () => Promise<T>): Promise<T> {
    const running = this.#running.get(kind) ?? 0;
    if (running >= (fileKind(kind).atOnceMax ?? Number.POSITIVE_INFINITY)) {
      throw new Failure('tooManyRequests');
    }
    this.#running.set(kind, running + 1);
    try {
      return await work();
    } finally {
      this.#running.set(kind, (this.#running.get(kind) ?? 1) - 1);
    }
  }
}
