import { SECOND } from '@airloom/contract/time';

const MEGABYTE = 1024 * 1024;

/** Limits for one device, and for many. */
export interface GatewayLimits {
  /** Sockets before their admission: TLS handshake, request, hello. */
  readonly entering: number;
  /** Of these, per address; a whole site may share one. */
  readonly enteringPerAddress: number;
  /** New handshakes per turn of the event loop. */
  readonly startsPerTurn: number;
  /** Sockets that wait for their handshake. */
  readonly waiting: number;
  readonly waitingMs: number;
  readonly handshakeMs: number;
  readonly requestMs: number;
  readonly helloMs: number;
  readonly admissionMs: number;
  readonly frameMaxBytes: number;
  /** Maximum fragments per message, and chunks per fragment. */
  readonly fragmentsMax: number;
  readonly chunksMax: number;
  readonly inflatedMaxBytes: number;
  /** Maximum unsent bytes for a device that does not read. */
  readonly unreadMaxBytes: number;
  readonly silentMs: number;
  /** A silent connection is pinged after this time, and must answer within the same time. */
  readonly pingAfterMs: number;
  readonly messagesPerSecond: number;
  readonly messagesAtOnce: number;
  /** Received bytes, and additionally the bytes they inflate to. */
  readonly bytesPerSecond: number;
  readonly bytesAtOnce: number;
  /** How often it may be paused, about a second each, before it is closed; one is forgotten each minute. */
  readonly waitsMax: number;
  /** Malformed frames before it is closed; one is forgotten each minute. */
  readonly malformedMax: number;
  /** How often a device may replace its own connection before it has to wait; one is forgotten each `replacementEveryMs`. */
  readonly replacementsMax: number;
  readonly replacementEveryMs: number;
  /** Failed enrolments from one address; one is forgotten each `enrolmentEveryMs`. */
  readonly enrolmentsMax: number;
  readonly enrolmentEveryMs: number;
}

export const GATEWAY_LIMITS: GatewayLimits = {
  entering: 1_024,
  enteringPerAddress: 512,
  startsPerTurn: 8,
  waiting: 20_000,
  waitingMs: 60 * SECOND,
  handshakeMs: 10 * SECOND,
  requestMs: 10 * SECOND,
  helloMs: 15 * SECOND,
  admissionMs: 30 * SECOND,
  frameMaxBytes: MEGABYTE,
  fragmentsMax: 64,
  chunksMax: 4_096,
  inflatedMaxBytes: 2 * MEGABYTE,
  unreadMaxBytes: MEGABYTE,
  silentMs: 600 * SECOND,
  pingAfterMs: 75 * SECOND,
  messagesPerSecond: 50,
  messagesAtOnce: 400,
  bytesPerSecond: 256 * 1024,
  bytesAtOnce: 8 * MEGABYTE,
  waitsMax: 600,
  malformedMax: 20,
  replacementsMax: 6,
  replacementEveryMs: 10 * SECOND,
  enrolmentsMax: 30,
  enrolmentEveryMs: 6 * SECOND,
};
