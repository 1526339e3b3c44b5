import { COMMANDS, type DeviceCommand } from '@airloom/device-protocol/commands';
import type { Answer } from '@airloom/device-protocol/model';
import {
  ackFrame,
  CommandTooLarge,
  commandFrame,
  type RadiusService,
  radiusFrame,
} from '@airloom/device-protocol/write-frame';
import { DEVICE_CLOSE, type DeviceLink, LinkFailure } from '../../domains/network/devices/device-link.ts';
import type { Metrics } from '../../platform/metrics.ts';
import type { Pending, Session } from './session.ts';

const COMMAND_ID_MAX = 2_147_483_647;
/** Recent commands whose second answers are accepted: some devices answer twice. */
const REPEATS = 16;

/** Connections of this process: finds devices, sends commands and matches their answers. */
export class GatewayConnections implements DeviceLink {
  readonly #sessions = new Map<string, Session>();
  /** Sessions with unanswered commands. */
  readonly #asked = new Set<Session>();
  readonly #metrics: Pick<Metrics, 'deviceConnections'>;
  readonly #monotonic: () => number;

  constructor(metrics: Pick<Metrics, 'deviceConnections'>, monotonic: () => number) {
    this.#metrics = metrics;
    this.#monotonic = monotonic;
  }

  get size(): number {
    return this.#sessions.size;
  }

  all(): IterableIterator<Session> {
    return this.#sessions.values();
  }

  find(tenant: string, deviceId: string): Session | undefined {
    return this.#sessions.get(keyOf(tenant, deviceId));
  }

  /** Makes the session the current one of its device; returns the replaced one. */
  attach(session: Session, tenant: string, deviceId: string): Session | undefined {
    const key = keyOf(tenant, deviceId);
    const older = this.#sessions.get(key);
    this.#sessions.set(key, session);
    this.#metrics.deviceConnections.set(this.#sessions.size);
    return older === session ? undefined : older;
  }

  /** False when the device has another session. Its unanswered commands fail either way. */
  detach(session: Session): boolean {
    this.#asked.delete(session);
    for (const pending of session.pending?.values() ?? []) pending.settle(new LinkFailure('gone'));
    session.pending = null;
    if (session.device === null) return false;
    const key = keyOf(session.device.tenant, session.device.deviceId);
    if (this.#sessions.get(key) !== session) return false;
    this.#sessions.delete(key);
    this.#metrics.deviceConnections.set(this.#sessions.size);
    return true;
  }

  isHere(tenant: string, deviceId: string): boolean {
    return this.find(tenant, deviceId)?.isOpen === true;
  }

  /** Time of its last message, ping or pong; null if it is not connected here. */
  seenAt(tenant: string, deviceId: string): number | null {
    const session = this.find(tenant, deviceId);
    return session?.isOpen === true ? session.lastSeenAt : null;
  }

  ping(tenant: string, deviceId: string): void {
    const session = this.find(tenant, deviceId);
    if (session?.isOpen === true) session.socket.ping();
  }

  async send(tenant: string, deviceId: string, command: DeviceCommand): Promise<Answer> {
    const session = this.find(tenant, deviceId);
    if (session?.device == null || !session.isOpen) throw new LinkFailure('notHere');
    const id = session.lastCommandId === COMMAND_ID_MAX ? 1 : session.lastCommandId + 1;
    session.lastCommandId = id;
    const frame = frameOf(id, session.device, command);
    const { promise, resolve, reject } = Promise.withResolvers<Answer>();
    const pending: Pending = {
      deadline: this.#monotonic() + COMMANDS[command.name].timeoutMs,
      settle: (outcome) => (outcome instanceof Error ? reject(outcome) : resolve(outcome)),
    };
    session.pending ??= new Map();
    session.pending.set(id, pending);
    this.#asked.add(session);
    session.socket.send(frame, (error) => {
      if (error) this.#settle(session, id, new LinkFailure('sendFailed'));
    });
    return promise;
  }

  /** Whether it answers a sent command, possibly for the second time. */
  answer(session: Session, answer: Answer): boolean {
    if (this.#settle(session, answer.id, answer)) return true;
    const age = session.lastCommandId - answer.id;
    return answer.id > 0 && age >= 0 && age < REPEATS;
  }

  acknowledge(connection: Parameters<DeviceLink['acknowledge']>[0], sequence: number): void {
    const session = this.find(connection.tenant, connection.deviceId);
    if (session?.connectionId !== connection.connectionId || !session.isOpen) return;
    if (session.device?.abilities.acknowledgedReports !== true) return;
    session.socket.send(ackFrame(session.device.serial, sequence));
  }

  sendRadius(tenant: string, deviceId: string, service: RadiusService, packet: Buffer): boolean {
    const session = this.find(tenant, deviceId);
    if (session === undefined || !session.isOpen) return false;
    session.socket.send(radiusFrame(service, packet));
    return true;
  }

  close(tenant: string, deviceId: string, code: number): boolean {
    const session = this.find(tenant, deviceId);
    if (session === undefined || !session.isOpen) return false;
    session.stage = 'closing';
    session.closingAt = this.#monotonic();
    session.socket.close(code);
    return true;
  }

  /** Fails commands without an answer in time. */
  sweep(): void {
    const now = this.#monotonic();
    for (const session of this.#asked) {
      for (const [id, { deadline }] of session.pending ?? []) {
        if (deadline <= now) this.#settle(session, id, new LinkFailure('noAnswer'));
      }
    }
  }

  closeAll(): void {
    for (const session of this.#sessions.values()) session.socket.close(DEVICE_CLOSE.restart);
  }

  #settle(session: Session, id: number, outcome: Answer | Error): boolean {
    const pending = session.pending?.get(id);
    if (pending === undefined) return false;
    session.pending?.delete(id);
    if (session.pending?.size === 0) {
      session.pending = null;
      this.#asked.delete(session);
    }
    pending.settle(outcome);
    return true;
  }
}

function frameOf(id: number, device: NonNullable<Session['device']>, command: DeviceCommand): string {
  try {
    return commandFrame(id, device.serial, command, device.abilities);
  } catch (error) {
    throw error instanceof CommandTooLarge ? new LinkFailure('sendFailed') : error;
  }
}

function keyOf(tenant: string, deviceId: string): string {
  return `${tenant} ${deviceId}`;
}
