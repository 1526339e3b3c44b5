import { PassThrough } from 'node:stream';
import { StringDecoder } from 'node:string_decoder';
import { SHELL_LIMITS } from '@airloom/contract/web-shell/web-shell.limits';

export interface TerminalSize {
  readonly columns: number;
  readonly rows: number;
}

/**
 * Output and sizes of a terminal in the format asciicast v2. Input is not recorded: it contains passwords that no
 * terminal shows.
 */
export class Recording {
  /** Ends with {@link end}. */
  readonly body = new PassThrough();
  readonly #startedAt: number;
  readonly #monotonic: () => number;
  readonly #decoder = new StringDecoder('utf8');
  #bytes = 0;
  #isFull = false;

  constructor(title: string, { columns, rows }: TerminalSize, at: Date, monotonic: () => number) {
    this.#monotonic = monotonic;
    this.#startedAt = monotonic();
    const timestamp = Math.floor(at.getTime() / 1000);
    this.#line({ version: 2, width: columns, height: rows, timestamp, title });
  }

  output(data: Buffer): void {
    const text = this.#decoder.write(data);
    if (text !== '') this.#event('o', text);
  }

  resize({ columns, rows }: TerminalSize): void {
    this.#event('r', `${columns}x${rows}`);
  }

  end(): void {
    this.body.end();
  }

  #event(code: string, text: string): void {
    if (this.#isFull) return;
    const seconds = Math.round(this.#monotonic() - this.#startedAt) / 1000;
    if (this.#line([seconds, code, text])) return;
    // A marker shows where the recording stops.
    this.#isFull = true;
    this.body.write(`${JSON.stringify([seconds, 'm', 'recordingFull'])}\n`);
  }

  /** False when it does not fit any more. */
  #line(value: unknown): boolean {
    const line = Buffer.from(`${JSON.stringify(value)}\n`);
    if (this.#bytes + line.length > SHELL_LIMITS.recordingMaxBytes) return false;
    this.#bytes += line.length;
    this.body.write(line);
    return true;
  }
}
