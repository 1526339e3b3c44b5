/** Splits a stream into pieces of given lengths; buffers at most one piece. */
export class ByteReader {
  readonly #source: AsyncIterator<Buffer>;
  #parts: Buffer[] = [];
  #bytes = 0;

  constructor(source: AsyncIterable<Buffer>) {
    this.#source = source[Symbol.asyncIterator]();
  }

  /** Exactly this many bytes; null when the stream ends before. */
  async take(length: number): Promise<Buffer | null> {
    while (this.#bytes < length) {
      const next = await this.#source.next();
      if (next.done === true) return null;
      this.#parts.push(next.value);
      this.#bytes += next.value.length;
    }
    const all = this.#parts.length === 1 ? (this.#parts[0] ?? Buffer.alloc(0)) : Buffer.concat(this.#parts);
    const rest = all.subarray(length);
    this.#parts = rest.length === 0 ? [] : [rest];
    this.#bytes = rest.length;
    return all.subarray(0, length);
  }
}
