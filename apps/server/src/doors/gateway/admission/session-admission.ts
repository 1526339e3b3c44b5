import type { Hello } from '@airloom/device-protocol/model';
import type { Admitted, Outcome } from '../../../domains/network/devices/admission/admission.outcomes.ts';
import type { Admission } from '../../../domains/network/devices/admission/admission.ts';
import type { DeviceFacts } from '../../../domains/network/devices/device-facts.ts';
import { DEVICE_CLOSE } from '../../../domains/network/devices/device-link.ts';
import type { Bus } from '../../../platform/bus/bus.ts';
import type { Logger } from '../../../platform/log.ts';
import type { Metrics } from '../../../platform/metrics.ts';
import { Replacements } from '../connection/replacements.ts';
import type { GatewayConnections } from '../connections.ts';
import type { GatewayLimits } from '../limits.ts';
import type { Session } from '../session.ts';
import type { HandshakeQueue } from './handshake-queue.ts';

export interface SessionParts {
  readonly gatewayId: string;
  readonly limits: GatewayLimits;
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly bus: Bus;
  readonly facts: DeviceFacts;
  readonly admission: Pick<Admission, 'admit'>;
  readonly connections: GatewayConnections;
  readonly handshakes: Pick<HandshakeQueue, 'allow' | 'leave'>;
  now(): number;
  monotonic(): number;
}

export type CloseReason =
  | 'flood'
  | 'malformed'
  | 'noHello'
  | 'foreignSerial'
  | 'refused'
  | 'replaced'
  | 'silent'
  | 'unread'
  | 'halfOpen'
  | 'failed'
  | 'broken';

/** What admission does with the socket of a session. */
export interface SessionControl {
  pause(session: Session): void;
  /** Reads again, as far as its limits allow. */
  resume(session: Session): void;
  close(session: Session, code: number, reason: CloseReason): void;
}

/** From the hello of a device to its admission, and the replacement of its older connections. */
export class SessionAdmission {
  readonly #parts: SessionParts;
  readonly #control: SessionControl;
  readonly #replacements: Replacements;
  /** Sessions that were replaced too often to be admitted yet, with their hellos. */
  readonly #held = new Map<Session, Hello>();

  constructor(parts: SessionParts, control: SessionControl) {
    this.#parts = parts;
    this.#control = control;
    this.#replacements = new Replacements(parts.limits);
  }

  greet(session: Session, hello: Hello): void {
    const { handshakes, limits, log } = this.#parts;
    if (hello.serial !== session.proof.serial) {
      log.warn({ address: session.address }, 'a device sent the serial of another device');
      return this.#control.close(session, DEVICE_CLOSE.protocol, 'foreignSerial');
    }
    session.stage = 'admitting';
    this.#control.pause(session);
    handshakes.allow(session.rawSocket, limits.admissionMs);
    const mustWait = this.#replacements.areTooMany(session.proof.fingerprint, this.#parts.monotonic());
    if (mustWait) this.#held.set(session, hello);
    else this.#admit(session, hello);
  }

  #admit(session: Session, hello: Hello): void {
    const { admission, log, now } = this.#parts;
    const { proof, address, connectionId } = session;
    admission.admit({ proof, hello, address, connectionId, at: new Date(now()) }).then(
      (outcome) => this.#decided(session, hello, outcome),
      (error: unknown) => {
        log.error({ err: error }, 'a device could not be let in');
        this.#control.close(session, DEVICE_CLOSE.restart, 'refused');
      },
    );
  }

  #decided(session: Session, hello: Hello, outcome: Outcome): void {
    const { metrics, log, handshakes } = this.#parts;
    const { connectionId, address } = session;
    const { serial, abilities } = hello;
    if (typeof outcome === 'string' || 'refused' in outcome) {
      const refusal = typeof outcome === 'string' ? outcome : outcome.refused;
      metrics.deviceEntries.inc({ outcome: refusal });
      log.info({ address, serial, outcome: refusal }, 'a device was refused');
      if (typeof outcome !== 'string') {
        const { tenant, deviceId, siteId, kind } = outcome;
        const device = { tenant, deviceId, siteId, serial, kind, abilities, connectionId, address };
        this.#parts.facts.onNotice(
          device,
          { type: 'connectionRefused', cause: outcome.refused, address },
          this.#parts.now(),
        );
      }
      const replaced = refusal === 'replaced';
      return this.#control.close(
        session,
        replaced ? DEVICE_CLOSE.replaced : DEVICE_CLOSE.refused,
        replaced ? 'replaced' : 'refused',
      );
    }
    metrics.deviceEntries.inc({ outcome: 'admitted' });
    const { tenant, deviceId, siteId, kind } = outcome;
    session.device = { tenant, deviceId, siteId, serial, kind, abilities, connectionId, address };
    const now = this.#parts.now();
    if (!session.isOpen) {
      // Its row is online: it has the usual grace period to reconnect.
      this.#parts.facts.onDisconnected(session.device, now);
      return;
    }
    session.stage = 'inside';
    handshakes.leave(session.rawSocket);
    this.#attach(session, outcome, now);
    this.#parts.facts.onHello(session.device, hello, now);
    this.#control.resume(session);
  }

  #attach(session: Session, { tenant, deviceId, previousGatewayId }: Admitted, now: number): void {
    const { connections, facts, bus, gatewayId } = this.#parts;
    const older = connections.attach(session, tenant, deviceId);
    if (older !== undefined && session.device !== null) {
      const { fingerprint } = session.proof;
      if (fingerprint !== older.proof.fingerprint)
        this.#replacements.note(fingerprint, this.#parts.monotonic());
      this.#replace(older, session.address, now);
      facts.onNotice(session.device, noticeOf(older.address, session.address), now);
    }
    if (previousGatewayId !== null && previousGatewayId !== gatewayId) {
      const { connectionId, address } = session;
      bus.publish('device.connected', { tenant, deviceId, connectionId, address });
    }
  }

  /** The device connected to another process: all its other connections are closed. */
  connectedElsewhere(tenant: string, deviceId: string, connectionId: string, address: string): void {
    const session = this.#parts.connections.find(tenant, deviceId);
    if (session?.device == null || session.connectionId === connectionId) return;
    const now = this.#parts.now();
    this.#replace(session, address, now);
    this.#parts.facts.onNotice(session.device, noticeOf(session.address, address), now);
  }

  #replace(older: Session, address: string, now: number): void {
    const { connections, facts, log } = this.#parts;
    this.#replacements.note(older.proof.fingerprint, this.#parts.monotonic());
    if (older.device !== null) facts.onDisconnected(older.device, now);
    connections.detach(older);
    log.info(
      { tenant: older.device?.tenant, oldAddress: older.address, address },
      'a connection was replaced',
    );
    this.#control.close(older, DEVICE_CLOSE.replaced, 'replaced');
  }

  /** Admits sessions that had to wait. */
  admitHeld(): void {
    const now = this.#parts.monotonic();
    for (const [session, hello] of this.#held) {
      if (this.#replacements.areTooMany(session.proof.fingerprint, now)) continue;
      this.#held.delete(session);
      this.#parts.handshakes.allow(session.rawSocket, this.#parts.limits.admissionMs);
      this.#admit(session, hello);
    }
  }

  forgetReplacements(): void {
    this.#replacements.forget(this.#parts.monotonic());
  }

  /** The session is closing. */
  drop(session: Session): void {
    this.#held.delete(session);
  }
}

function noticeOf(oldAddress: string, newAddress: string) {
  return { type: 'connectionReplaced', oldAddress, newAddress } as const;
}
