import type { Happening, Report } from '@airloom/device-protocol/model';
import type { ReceivedItem } from './received-items.ts';

const MIB = 1024 * 1024;
const PENDING_MAX = 20_000;
const PENDING_MAX_BYTES = 256 * MIB;
const BATCH_MAX = 1_000;
const BATCH_MAX_BYTES = 32 * MIB;

/** Items to be stored, in the order of arrival. */
export class PendingItems {
  readonly #items: ReceivedItem[] = [];
  #bytes = 0;

  get length(): number {
    return this.#items.length;
  }

  /** Whether the memory limit is reached. */
  get isFull(): boolean {
    return this.#items.length >= PENDING_MAX || this.#bytes >= PENDING_MAX_BYTES;
  }

  /** Whether there are enough items for a batch. */
  get isBatch(): boolean {
    return this.#items.length >= BATCH_MAX || this.#bytes >= BATCH_MAX_BYTES;
  }

  add(item: ReceivedItem): void {
    this.#items.push(item);
    this.#bytes += bytesOf(item);
  }

  /** The first items that fit into one transaction, at least one. */
  batch(): ReceivedItem[] {
    let bytes = 0;
    const end = this.#items.findIndex((item, index) => {
      bytes += bytesOf(item);
      return index > 0 && (index >= BATCH_MAX || bytes > BATCH_MAX_BYTES);
    });
    return end < 0 ? [...this.#items] : this.#items.slice(0, end);
  }

  /** Removes the first `count` items. */
  drop(count: number): void {
    for (const item of this.#items.splice(0, count)) this.#bytes -= bytesOf(item);
  }
}

/** Approximate memory use. */
function bytesOf(item: ReceivedItem): number {
  switch (item.what) {
    case 'report':
      return bytesOfReport(item.report);
    case 'event':
      return 500 + 2 * lettersOf(item.event.happening);
    case 'scan':
      return 500 + 150 * item.entries.length;
    case 'notice':
      return 500;
    default:
      return item satisfies never;
  }
}

function bytesOfReport({ clients, members, ports, links, radios }: Report): number {
  return (
    1_500 +
    600 * clients.length +
    300 * members.length +
    300 * (ports.length + links.length) +
    300 * radios.length
  );
}

/** Only of texts that may be long. */
function lettersOf(happening: Happening): number {
  if (happening.type === 'crashLog') return happening.lines.reduce((sum, { length }) => sum + length, 0);
  return 'text' in happening ? happening.text.length : 0;
}
