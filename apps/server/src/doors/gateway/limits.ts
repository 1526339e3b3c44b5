const SECOND_MS = 1_000;
const MEGABYTE = 1024 * 1024;

/** How much a device, or a crowd of them, may ask of the gateway. */
export interface GatewayLimits {
  /** Sockets that are on their way in: shaking hands, asking, saying hello. */
  readonly entering: number;
  /** Of these, from one address; a whole site may share one. */
  readonly enteringPerAddress: number;
  /** New sockets taken on in one turn of the event loop, so that a storm leaves room for everything else. */
  readonly startsPerTurn: number;
  /** Sockets that wait until one of those is through. */
  readonly waiting: number;
  readonly waitingMs: number;
  readonly handshakeMs: number;
  readonly requestMs: number;
  readonly helloMs: number;
  readonly admissionMs: number;
  readonly frameMaxBytes: number;
  /** Into how many parts a message may be cut, and in how many pieces a part may arrive. */
  readonly fragmentsMax: number;
  readonly chunksMax: number;
  readonly inflatedMaxBytes: number;
  /** What a device that does not read may leave unread. */
  readonly unreadMaxBytes: number;
  readonly silentMs: number;
  /** Without a sign of life for this long it is pinged, and must answer within as long again. */
  readonly pingAfterMs: number;
  readonly messagesPerSecond: number;
  readonly messagesAtOnce: number;
  /** As they come over the line, and again what they inflate to. */
  readonly bytesPerSecond: number;
  readonly bytesAtOnce: number;
  /** How often it may be made to wait, about a second each, before its connection ends; one is forgotten each minute. */
  readonly waitsMax: number;
  /** Frames that make no sense before its connection ends; one is forgotten each minute. */
  readonly malformedMax: number;
  /** How often a device may take its own place before it waits to be let in; one is forgotten each `replacementEveryMs`. */
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
  waitingMs: 60 * SECOND_MS,
  handshakeMs: 10 * SECOND_MS,
  requestMs: 10 * SECOND_MS,
  helloMs: 15 * SECOND_MS,
  admissionMs: 30 * SECOND_MS,
  frameMaxBytes: MEGABYTE,
  fragmentsMax: 64,
  chunksMax: 4_096,
  inflatedMaxBytes: 2 * MEGABYTE,
  unreadMaxBytes: MEGABYTE,
  silentMs: 600 * SECOND_MS,
  pingAfterMs: 75 * SECOND_MS,
  messagesPerSecond: 50,
  messagesAtOnce: 400,
  bytesPerSecond: 256 * 1024,
  bytesAtOnce: 8 * MEGABYTE,
  waitsMax: 600,
  malformedMax: 20,
  replacementsMax: 6,
  replacementEveryMs: 10 * SECOND_MS,
  enrolmentsMax: 30,
  enrolmentEveryMs: 6 * SECOND_MS,
};
