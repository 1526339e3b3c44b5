import type { Answer } from '@airloom/device-protocol/model';
import { isBeforeJump } from '../../../../platform/clock-jumps.ts';
import type { InFlight } from './command-lifecycle.ts';

const EARLY_MAX = 16;

interface Entry {
  readonly command: InFlight;
  /** The id it was sent with; null until its first answer. */
  readonly wireId: number | null;
}

/**
 * Commands in flight for the devices of this process. Another process may end a command at its deadline; it is removed
 * here then, too.
 */
export class CommandsInFlight {
  readonly #now: () => number;
  /** Called for a command that reached its deadline. */
  readonly #expired: (command: InFlight) => void;
  /** Device → command id → entry. */
  readonly #entries = new Map<string, Map<string, Entry>>();
  /** Device → answers received before the wire id of their command was known. */
  readonly #early = new Map<string, Answer[]>();

  constructor(now: () => number, expired: (command: InFlight) => void) {
    this.#now = now;
    this.#expired = expired;
  }

  add(command: InFlight): void {
    const { deviceId, id } = command;
    const own = this.#entries.get(deviceId) ?? new Map<string, Entry>();
    own.set(id, { command, wireId: null });
    this.#entries.set(deviceId, own);
  }

  find({ deviceId, id }: Pick<InFlight, 'deviceId' | 'id'>): InFlight | null {
    return this.#entries.get(deviceId)?.get(id)?.command ?? null;
  }

  of(deviceId: string): InFlight[] {
    const now = this.#now();
    const commands = [...(this.#entries.get(deviceId)?.values() ?? [])].map(({ command }) => command);
    return commands.filter((command) => {
      if (command.deadline > now) return true;
      if (this.end(command)) this.#expired(command);
      return false;
    });
  }

  change(command: InFlight, changes: Partial<Pick<InFlight, 'answeredAt' | 'deadline' | 'seenOff'>>): void {
    const own = this.#entries.get(command.deviceId);
    const entry = own?.get(command.id);
    if (entry !== undefined) own?.set(command.id, { ...entry, command: { ...entry.command, ...changes } });
  }

  /** The clock was set: all keep their remaining time. */
  shift(jumpMs: number): void {
    const now = this.#now();
    for (const own of this.#entries.values()) {
      for (const [id, entry] of own) {
        const { sentAt, answeredAt, deadline } = entry.command;
        if (!isBeforeJump(answeredAt ?? sentAt, jumpMs, now)) continue;
        const shifted = {
          sentAt: sentAt + jumpMs,
          answeredAt: answeredAt === null ? null : answeredAt + jumpMs,
          deadline: deadline + jumpMs,
        };
        own.set(id, { ...entry, command: { ...entry.command, ...shifted } });
      }
    }
  }

  /** False when it was not found. */
  end({ deviceId, id }: Pick<InFlight, 'deviceId' | 'id'>): boolean {
    const own = this.#entries.get(deviceId);
    const wasHere = own?.delete(id) === true;
    if (own?.size === 0) this.forget(deviceId);
    return wasHere;
  }

  forget(deviceId: string): void {
    this.#entries.delete(deviceId);
    this.#early.delete(deviceId);
  }

  /** The command that this answers; an answer that cannot be matched yet is stored for `sentUnder`. */
  answeredBy(deviceId: string, answer: Answer): InFlight | null {
    const own = [...(this.#entries.get(deviceId)?.values() ?? [])];
    const known = own.find(({ wireId }) => wireId === answer.id);
    if (known !== undefined) return known.command;
    if (own.some(({ wireId }) => wireId === null)) {
      this.#early.set(deviceId, [...(this.#early.get(deviceId) ?? []), answer].slice(-EARLY_MAX));
    }
    return null;
  }

  /** Stores the wire id of a command from its first answer, and returns its further answers received before. */
  sentUnder({ deviceId, id }: Pick<InFlight, 'deviceId' | 'id'>, first: Answer): Answer[] {
    const own = this.#entries.get(deviceId);
    const entry = own?.get(id);
    if (entry === undefined) return [];
    own?.set(id, { ...entry, wireId: first.id });
    const early = this.#early.get(deviceId) ?? [];
    this.#early.set(
      deviceId,
      early.filter((answer) => answer.id !== first.id),
    );
    return early.filter((answer) => answer !== first && answer.id === first.id);
  }
}
