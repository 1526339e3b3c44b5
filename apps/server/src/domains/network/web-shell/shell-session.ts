import type { DeviceKind } from '@airloom/contract/devices/device-classes';
import { SHELL_LIMITS } from '@airloom/contract/web-shell/web-shell.limits';
import type { ShellEnd, ShellNote } from '@airloom/contract/web-shell/web-shell.model';
import type { BusStream } from '../../../platform/bus/bus-stream.ts';
import type { BusStreams } from '../../../platform/bus/bus-streams.ts';
import type { Failure } from '../../../platform/failure.ts';
import type { Authenticated } from '../../../platform/http/context.ts';
import type { Scope } from '../../../platform/scope.ts';
import { Recording, type TerminalSize } from './recording.ts';
import { endOfStream, readyNote, SHELL_STREAM } from './shell-stream.ts';

/** The browser end of a session. */
export interface ShellBrowser {
  send(output: Buffer): void;
  note(note: ShellNote): void;
  /** Stops reading from the browser while the device does not accept input. */
  pause(isPaused: boolean): void;
  close(end: ShellEnd): void;
  /** Who it is now, or why it is not admitted any more. Only an active person keeps the sign-in alive. */
  again(isActive: boolean): Promise<Authenticated | Failure>;
}

export interface ShellSessionParts {
  readonly id: string;
  readonly device: {
    readonly id: string;
    readonly name: string;
    readonly kind: DeviceKind;
    readonly site_id: string | null;
  };
  readonly gatewayId: string;
  readonly scope: Scope;
  /** The signed-in browser that opened it. */
  readonly loginSession: string;
  readonly tokenHash: Buffer;
  readonly recorded: boolean;
  readonly size: TerminalSize;
  readonly openedAt: Date;
  readonly streams: Pick<BusStreams, 'open'>;
  monotonic(): number;
  /** Called once. */
  ended(session: ShellSession, reason: ShellEnd): void;
}

/** Input that waits for the device. */
const WAITING_INPUT_MAX_BYTES = 32 * 1024;
/** Without the device accepting any input that waits. The browser is not heard meanwhile. */
const PAUSED_MAX_MS = 20_000;

/** One person at the shell of one device, from the call that opens it to its end. */
export class ShellSession {
  readonly parts: ShellSessionParts;
  readonly openedMonotonic: number;
  #browser: ShellBrowser | null = null;
  #stream: BusStream | null = null;
  #recording: Recording | null = null;
  #size: TerminalSize;
  #unacknowledged = 0;
  #lastInputAt: number;
  #warned = false;
  #hasInput = false;
  /** Since when the device has accepted no input; null if none waits. */
  #pausedAt: number | null = null;
  #hasEnded = false;

  constructor(parts: ShellSessionParts) {
    this.parts = parts;
    this.#size = parts.size;
    this.openedMonotonic = parts.monotonic();
    this.#lastInputAt = this.openedMonotonic;
  }

  get id(): string {
    return this.parts.id;
  }

  get browser(): ShellBrowser | null {
    return this.#browser;
  }

  get recording(): Recording | null {
    return this.#recording;
  }

  get hasEnded(): boolean {
    return this.#hasEnded;
  }

  /** Connects the device; once per session. */
  join(browser: ShellBrowser): void {
    const { streams, gatewayId, scope, device, recorded, openedAt, monotonic } = this.parts;
    this.#browser = browser;
    this.#lastInputAt = monotonic();
    if (recorded) this.#recording = new Recording(device.name, this.#size, openedAt, monotonic);
    const request = { kind: SHELL_STREAM, tenant: scope.tenant, deviceId: device.id, ...this.#size };
    this.#stream = streams.open(gatewayId, request);
    this.#stream.listen({
      onData: (data) => this.#output(data),
      onNote: (note) => {
        if (readyNote.safeParse(note).success) browser.note({ type: 'ready' });
      },
      onProgress: () => {
        if (this.#pausedAt !== null) this.#pausedAt = monotonic();
      },
      onDrain: () => {
        this.#pausedAt = null;
        browser.pause(false);
      },
      onEnd: (reason) => this.end(endOfStream(reason)),
    });
  }

  input(data: Buffer): void {
    this.stay();
    this.#stream?.write(data);
    if ((this.#stream?.queuedBytes ?? 0) <= WAITING_INPUT_MAX_BYTES) return;
    this.#pausedAt ??= this.parts.monotonic();
    this.#browser?.pause(true);
  }

  /** Whether there was input since this was last asked. */
  wasActive(): boolean {
    const hadInput = this.#hasInput;
    this.#hasInput = false;
    return hadInput;
  }

  /** Somebody is there. */
  stay(): void {
    this.#lastInputAt = this.parts.monotonic();
    this.#hasInput = true;
    if (!this.#warned) return;
    this.#warned = false;
    this.#browser?.note({ type: 'idle', seconds: 0 });
  }

  resize(size: TerminalSize): void {
    this.#size = size;
    this.#recording?.resize(size);
    this.#stream?.note({ type: 'resize', ...size });
  }

  /** The terminal has shown this much; more than was sent is ignored. */
  acknowledge(bytes: number): void {
    const shown = Math.min(bytes, this.#unacknowledged);
    this.#unacknowledged -= shown;
    this.#stream?.consumed(shown);
  }

  /** Ends it when nobody joined or typed in time. Called every few seconds. */
  sweep(): void {
    const now = this.parts.monotonic();
    if (this.#browser === null) {
      if (now - this.openedMonotonic > SHELL_LIMITS.joinMs) this.end('neverJoined');
      return;
    }
    if (this.#pausedAt !== null && now - this.#pausedAt > PAUSED_MAX_MS) return this.end('deviceLost');
    const left = SHELL_LIMITS.idleMs - (now - this.#lastInputAt);
    if (left <= 0) return this.end('idle');
    if (left > SHELL_LIMITS.idleWarningMs) return;
    this.#warned = true;
    this.#browser.note({ type: 'idle', seconds: Math.ceil(left / 1000) });
  }

  end(reason: ShellEnd): void {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    this.#stream?.end(reason);
    this.#browser?.close(reason);
    this.#recording?.end();
    this.parts.ended(this, reason);
  }

  #output(data: Buffer): void {
    this.#unacknowledged += data.length;
    this.#recording?.output(data);
    this.#browser?.send(data);
  }
}
