import { SHELL_CLOSE } from '@airloom/contract/live';
import { webShellCalls } from '@airloom/contract/web-shell/web-shell.calls';
import { SHELL_LIMITS } from '@airloom/contract/web-shell/web-shell.limits';
import {
  type ShellEnd,
  type ShellFrame,
  shellEndOf,
  shellNote,
} from '@airloom/contract/web-shell/web-shell.model';
import { call } from '../../shared/api/call.ts';
import { CallFailure } from '../../shared/api/call-failure.ts';
import { failureText } from '../../shared/api/on-failure.ts';
import { useSession } from '../../shared/session/session-store.ts';
import { retryPauseSeconds } from './retry-pause.ts';

export interface TerminalSize {
  readonly columns: number;
  readonly rows: number;
}

export type LineState =
  | { readonly kind: 'opening' }
  | { readonly kind: 'open' }
  /** `end` is null when the line to the console was lost; `failure` is why the session was not opened. */
  | { readonly kind: 'ended'; readonly end: ShellEnd | null; readonly failure: string | null }
  | { readonly kind: 'retrying'; readonly end: ShellEnd | null; readonly seconds: number };

export interface LineEvents {
  onState(state: LineState): void;
  onOutput(bytes: Uint8Array): void;
  /** Seconds until the session ends without input; 0: there was some. */
  onIdle(seconds: number): void;
  onRecorded(isRecorded: boolean): void;
  /** A session other than the first one begins. */
  onAgain(): void;
}

/** Acknowledged in parts, which is below the window of the server. */
const ACK_BYTES = 4_096;

/** The connection of one terminal to its device. A lost line is opened again, as a new session. */
export class ShellLine {
  readonly #deviceUUID: string;
  readonly #events: LineEvents;
  #size: TerminalSize = { columns: 80, rows: 24 };
  #socket: WebSocket | null = null;
  #attempt = 0;
  #retryTimer: number | undefined;
  #unacknowledged = 0;
  #isFirst = true;
  #isClosed = false;

  constructor(deviceUUID: string, events: LineEvents) {
    this.#deviceUUID = deviceUUID;
    this.#events = events;
  }

  async open(size: TerminalSize = this.#size): Promise<void> {
    this.#size = size;
    window.clearTimeout(this.#retryTimer);
    this.#dropSocket();
    this.#events.onState({ kind: 'opening' });
    try {
      const input = { deviceUUID: this.#deviceUUID, ...this.#size };
      const { token, recorded } = await call(webShellCalls.openShell, input, { quiet: true });
      if (this.#isClosed) return;
      this.#events.onRecorded(recorded);
      if (!this.#isFirst) this.#events.onAgain();
      this.#isFirst = false;
      this.#join(token);
    } catch (error) {
      if (this.#isClosed) return;
      const failure = error instanceof CallFailure ? failureText(error) : String(error);
      if (this.#attempt > 0) this.#retryOrEnd(null, failure);
      else this.#events.onState({ kind: 'ended', end: null, failure });
    }
  }

  type(text: string): void {
    this.#sendBytes(new TextEncoder().encode(text));
  }

  /** Input that is not text, such as old mouse reports. */
  typeBinary(text: string): void {
    this.#sendBytes(Uint8Array.from(text, (sign) => sign.charCodeAt(0) % 256));
  }

  resize(size: TerminalSize): void {
    this.#size = size;
    this.#send({ type: 'resize', ...size });
  }

  /** Keeps the session open without input. */
  stay(): void {
    this.#send({ type: 'stay' });
  }

  /** The terminal has drawn this much. */
  shown(bytes: number): void {
    this.#unacknowledged += bytes;
    if (this.#unacknowledged < ACK_BYTES) return;
    this.#send({ type: 'ack', bytes: this.#unacknowledged });
    this.#unacknowledged = 0;
  }

  /** No further attempts; the session can be opened again by hand. */
  stopRetrying(): void {
    window.clearTimeout(this.#retryTimer);
    this.#attempt = 0;
    this.#events.onState({ kind: 'ended', end: null, failure: null });
  }

  close(): void {
    this.#isClosed = true;
    window.clearTimeout(this.#retryTimer);
    this.#dropSocket();
  }

  #join(token: string): void {
    const socket = new WebSocket(shellUrl());
    socket.binaryType = 'arraybuffer';
    this.#socket = socket;
    this.#unacknowledged = 0;
    socket.addEventListener('open', () => {
      this.#send({ type: 'join', token });
      this.#send({ type: 'resize', ...this.#size });
    });
    socket.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
      if (data instanceof ArrayBuffer) this.#events.onOutput(new Uint8Array(data));
      else this.#note(data);
    });
    socket.addEventListener('close', ({ code }) => {
      if (this.#socket !== socket) return;
      this.#socket = null;
      this.#ended(code);
    });
  }

  #note(data: unknown): void {
    const note = typeof data === 'string' ? shellNote.safeParse(JSON.parse(data)) : null;
    if (note?.success !== true) return;
    if (note.data.type === 'idle') return this.#events.onIdle(note.data.seconds);
    this.#attempt = 0;
    this.#events.onState({ kind: 'open' });
  }

  #ended(code: number): void {
    if (this.#isClosed) return;
    this.#events.onIdle(0);
    const end = shellEndOf(code);
    if (code === SHELL_CLOSE.noSuchSession || code === SHELL_CLOSE.notUnderstood) {
      return this.#events.onState({ kind: 'ended', end: 'neverJoined', failure: null });
    }
    this.#retryOrEnd(end, null);
  }

  #retryOrEnd(end: ShellEnd | null, failure: string | null): void {
    const pause = retryPauseSeconds(end, this.#attempt);
    if (pause === null) {
      this.#attempt = 0;
      return this.#events.onState({ kind: 'ended', end, failure });
    }
    this.#attempt += 1;
    this.#countDown(end, pause);
  }

  #countDown(end: ShellEnd | null, seconds: number): void {
    if (seconds === 0) return void this.open();
    this.#events.onState({ kind: 'retrying', end, seconds });
    this.#retryTimer = window.setTimeout(() => this.#countDown(end, seconds - 1), 1_000);
  }

  #sendBytes(bytes: Uint8Array): void {
    for (let at = 0; at < bytes.length; at += SHELL_LIMITS.inputMaxBytes) {
      const part = bytes.slice(at, at + SHELL_LIMITS.inputMaxBytes);
      if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(part);
    }
  }

  #send(frame: ShellFrame): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(frame));
  }

  #dropSocket(): void {
    const socket = this.#socket;
    this.#socket = null;
    // Closing a connecting socket logs an error in the browser console.
    if (socket?.readyState === WebSocket.CONNECTING) socket.addEventListener('open', () => socket.close());
    else socket?.close();
  }
}

function shellUrl(): string {
  const url = new URL(useSession.getState().urls?.shellUrl ?? '/shell', location.href);
  url.protocol = location.protocol === 'https:' ? 'wss:' : url.protocol.replace('http', 'ws');
  return url.href;
}
