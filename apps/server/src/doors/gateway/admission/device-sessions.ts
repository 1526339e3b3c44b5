import type { MalformedReason } from '@airloom/device-protocol/model';
import { type FrameBounds, readFrame } from '@airloom/device-protocol/read-frame';
import type { RawData, WebSocket } from 'ws';
import type { Proof } from '../../../domains/network/devices/admission/admission.trust.ts';
import { DEVICE_CLOSE } from '../../../domains/network/devices/device-link.ts';
import { TokenBucket } from '../../../platform/throttle/token-bucket.ts';
import { inform } from '../inbound.ts';
import { Session, type SessionRates } from '../session.ts';
import type { PendingSocket } from './handshake-queue.ts';
import { type CloseReason, SessionAdmission, type SessionParts } from './session-admission.ts';

/** Frames that a socket may still deliver after it is paused. */
const BACKLOG_MAX = 1_000;
/** A device that does not complete the closing handshake is terminated. */
const GOODBYE_MS = 2_000;
const PER_MINUTE = 1 / 60;

/** Sessions of devices: from the open socket through hello and admission to their messages in sequence. */
export class DeviceSessions {
  readonly #parts: SessionParts;
  readonly #rates: SessionRates;
  readonly #bounds: FrameBounds;
  readonly #sessions = new Set<Session>();
  readonly #paused = new Set<Session>();
  readonly #closing = new Set<Session>();
  readonly #admission: SessionAdmission;

  constructor(parts: SessionParts) {
    const { limits } = parts;
    this.#parts = parts;
    this.#admission = new SessionAdmission(parts, {
      pause: (session) => this.#pause(session),
      resume: (session) => this.#resume(session, parts.facts.isFull()),
      close: (session, code, reason) => this.#close(session, code, reason),
    });
    this.#bounds = { inflatedMaxBytes: limits.inflatedMaxBytes };
    this.#rates = {
      messages: { atOnce: limits.messagesAtOnce, perSecond: limits.messagesPerSecond },
      bytes: { atOnce: limits.bytesAtOnce, perSecond: limits.bytesPerSecond },
      waits: { atOnce: limits.waitsMax, perSecond: PER_MINUTE },
      malformed: { atOnce: limits.malformedMax, perSecond: PER_MINUTE },
    };
  }

  get size(): number {
    return this.#sessions.size;
  }

  enter(
    socket: WebSocket,
    rawSocket: PendingSocket,
    proof: Proof,
    address: string,
    host: string | null,
  ): void {
    const session = new Session(socket, rawSocket, proof, address, this.#rates, this.#parts.monotonic());
    session.host = host;
    this.#sessions.add(session);
    socket.on('message', (data, isBinary) => this.#receive(session, data, isBinary));
    socket.on('ping', (data) => this.#answerPing(session, data));
    socket.on('pong', (data) => {
      session.lastSeenAt = this.#parts.monotonic();
      this.#spend(session, 1, data.length);
    });
    socket.on('error', (error) => {
      this.#parts.metrics.deviceCloses.inc({ reason: 'broken' satisfies CloseReason });
      this.#parts.log.debug({ reason: error.message }, 'a device broke the rules of its socket');
    });
    socket.on('close', () => this.#gone(session));
    this.#parts.handshakes.allow(rawSocket, this.#parts.limits.helloMs);
  }

  #receive(session: Session, data: RawData, isBinary: boolean): void {
    if (!Buffer.isBuffer(data)) return;
    this.#noteMessage(session);
    this.#spend(session, 1, data.length);
    if (!session.isOpen) return;
    if (isBinary) this.#malformed(session, 'notText');
    else if (!session.paused) this.#read(session, data);
    else if (session.backlog.length < BACKLOG_MAX) session.backlog.push(data);
    else this.#close(session, DEVICE_CLOSE.policy, 'flood');
  }

  #answerPing(session: Session, data: Buffer): void {
    this.#noteMessage(session);
    const within = this.#spend(session, 1, data.length);
    if (!session.isOpen) return;
    const { socket } = session;
    if (socket.bufferedAmount > this.#parts.limits.unreadMaxBytes) this.#cutOff(session, 'unread');
    else if (within) socket.pong(data);
    else session.unansweredPing = data;
  }

  #noteMessage(session: Session): void {
    session.lastSeenAt = this.#parts.monotonic();
    session.lastMessageAt = session.lastSeenAt;
  }

  /** Counts received data against the rate limits. False when they are exceeded. */
  #spend(session: Session, messages: number, bytes: number): boolean {
    const now = this.#parts.monotonic();
    const within = session.messages.spend(this.#rates.messages, messages, now);
    if (session.bytes.spend(this.#rates.bytes, bytes, now) && within) return true;
    // A closing session that keeps sending is not read any more.
    if (session.stage === 'closing') session.socket.pause();
    else this.#throttle(session, now);
    return false;
  }

  /** An error in a message of a device closes its connection only. */
  #read(session: Session, frame: Buffer): void {
    try {
      this.#understand(session, frame);
    } catch (error) {
      this.#parts.log.error({ err: error, tenant: session.device?.tenant }, 'a frame could not be handled');
      this.#close(session, DEVICE_CLOSE.failed, 'failed');
    }
  }

  #understand(session: Session, frame: Buffer): void {
    const inbound = readFrame(frame, this.#bounds, (bytes) => this.#spend(session, 0, bytes));
    if (!session.isOpen) return;
    this.#parts.metrics.deviceFrames.inc({ kind: inbound.kind });
    if (inbound.kind === 'malformed') return this.#malformed(session, inbound.why);
    if (inbound.kind === 'hello') return this.#admission.greet(session, inbound.hello);
    if (session.device === null) return this.#close(session, DEVICE_CLOSE.protocol, 'noHello');
    const { facts, connections, metrics } = this.#parts;
    if (inbound.kind === 'answer' && !connections.answer(session, inbound.answer)) {
      metrics.deviceFrames.inc({ kind: 'unaskedAnswer' });
      return;
    }
    if (!inform(facts, session.device, inbound, this.#parts.now()))
      return this.#malformed(session, 'foreignSerial');
    if (facts.isFull()) this.#pause(session);
  }

  /** The device connected to another process: all its other connections are closed. */
  connectedElsewhere(tenant: string, deviceId: string, connectionId: string, address: string): void {
    this.#admission.connectedElsewhere(tenant, deviceId, connectionId, address);
  }

  /** Closes a session whose certificate or device is no longer accepted. */
  refuse(session: Session): void {
    this.#close(session, DEVICE_CLOSE.refused, 'refused');
  }

  #malformed(session: Session, why: MalformedReason): void {
    const { metrics, log, monotonic } = this.#parts;
    metrics.deviceFrames.inc({ kind: `malformed:${why}` });
    const rate = this.#rates.malformed;
    const at = monotonic();
    session.malformed ??= new TokenBucket(rate, at);
    const { serial } = session.proof;
    log.info({ tenant: session.device?.tenant, serial, why }, 'a frame made no sense');
    if (!session.malformed.spend(rate, 1, at)) {
      this.#close(session, DEVICE_CLOSE.policy, 'malformed');
    }
  }

  /** Pauses a session above its rate limits; closes it when that happens too often. */
  #throttle(session: Session, now: number): void {
    if (session.paused) return;
    const rate = this.#rates.waits;
    session.waits ??= new TokenBucket(rate, now);
    if (!session.waits.spend(rate, 1, now)) return this.#close(session, DEVICE_CLOSE.policy, 'flood');
    this.#pause(session);
  }

  #pause(session: Session): void {
    if (session.paused) return;
    session.paused = true;
    session.socket.pause();
    this.#paused.add(session);
  }

  /** Resumes sessions within their limits. Called several times a second. */
  resumePaused(): void {
    if (this.#paused.size === 0) return;
    const full = this.#parts.facts.isFull();
    this.#admission.admitHeld();
    for (const session of this.#paused) this.#resume(session, full);
  }

  #resume(session: Session, full: boolean): void {
    const now = this.#parts.monotonic();
    // A paused session cannot send.
    session.lastSeenAt = now;
    session.lastMessageAt = now;
    const { messages, bytes } = this.#rates;
    if (full || session.stage !== 'inside') return;
    if (!session.messages.hasOneSecond(messages, now) || !session.bytes.hasOneSecond(bytes, now)) return;
    session.paused = false;
    this.#paused.delete(session);
    while (session.isOpen && !session.paused) {
      const frame = session.backlog.shift();
      if (frame === undefined) break;
      this.#read(session, frame);
    }
    if (session.paused) return;
    // Only the last ping needs an answer.
    if (session.unansweredPing !== null && session.isOpen) session.socket.pong(session.unansweredPing);
    session.unansweredPing = null;
    session.socket.resume();
  }

  /** Finds silent and half-open sessions, and expired certificates. Called every few seconds. */
  sweep(): void {
    const { limits } = this.#parts;
    const now = this.#parts.monotonic();
    const date = this.#parts.now();
    this.#admission.forgetReplacements();
    for (const session of this.#closing) {
      if (now - session.closingAt >= GOODBYE_MS) session.socket.terminate();
    }
    for (const session of this.#parts.connections.all()) {
      if (session.stage === 'closing') {
        if (session.closingAt > 0) this.#closing.add(session);
      } else if (session.proof.notAfter.getTime() <= date) this.refuse(session);
      else if (now - session.lastMessageAt >= limits.silentMs)
        this.#close(session, DEVICE_CLOSE.silent, 'silent');
      else if (session.socket.bufferedAmount > limits.unreadMaxBytes) this.#cutOff(session, 'unread');
      else if (now - session.lastSeenAt >= limits.pingAfterMs) this.#probe(session, now);
    }
  }

  #probe(session: Session, now: number): void {
    if (session.pingedAt <= session.lastSeenAt) {
      session.pingedAt = now;
      session.socket.ping();
    } else if (now - session.pingedAt >= this.#parts.limits.pingAfterMs) {
      this.#cutOff(session, 'halfOpen');
    }
  }

  #cutOff(session: Session, reason: CloseReason): void {
    this.#parts.metrics.deviceCloses.inc({ reason });
    session.stage = 'closing';
    session.socket.terminate();
  }

  #close(session: Session, code: number, reason: CloseReason): void {
    if (session.stage === 'closing') return;
    this.#parts.metrics.deviceCloses.inc({ reason });
    session.stage = 'closing';
    session.closingAt = this.#parts.monotonic();
    this.#paused.delete(session);
    this.#admission.drop(session);
    this.#closing.add(session);
    session.backlog = [];
    session.socket.close(code);
    // A paused socket would not read the close frame.
    if (session.paused) session.socket.resume();
  }

  #gone(session: Session): void {
    this.#sessions.delete(session);
    this.#paused.delete(session);
    this.#admission.drop(session);
    this.#closing.delete(session);
    session.stage = 'closing';
    const { connections, facts } = this.#parts;
    if (connections.detach(session) && session.device !== null) {
      facts.onDisconnected(session.device, this.#parts.now());
    }
  }

  close(): void {
    for (const session of this.#sessions) session.socket.terminate();
  }
}
