import type { DeviceKind } from '@airloom/contract/devices/device-classes';
import type { LiveFrame, LiveMessage } from '@airloom/contract/live';
import { LIVE_CLOSE } from '@airloom/contract/live';
import type { WebSocket } from 'ws';
import type { z } from 'zod';
import { visibleKinds } from '../device-classes.ts';
import { may, type Scope, type SiteReach } from '../scope.ts';

/**
 * `none`, or without ids: it has no site, and so concerns those who see the whole account. With that of an organization
 * alone, it concerns those who see the whole organization.
 */
type Place =
  | {
      readonly id: string | null;
      readonly enterpriseId: string | null;
      /** Of the device it concerns: only for those who see its class. */
      readonly kind?: DeviceKind | null;
    }
  | 'none';

/** Recipients of a message within its account. */
export interface Audience {
  readonly tenant: string;
  /** Those who see at least one of several. */
  readonly site?: Place | readonly Place[];
  readonly manager?: string;
  /** Only for sockets that watch it. */
  readonly topic?: string;
}

export interface Listener {
  readonly sessionId: string;
  readonly scope: Omit<Scope, 'origin'>;
  readonly socket: WebSocket;
  /** A display that a link opened; its session is the link. */
  readonly screen: boolean;
}

/** A browser that does not read is disconnected rather than buffered; it reconnects and reloads. */
const BACKLOG_MAX_BYTES = 256 * 1024;

/** Pushes messages to the browsers allowed to see them: same checks as REST, at the moment of sending. */
export class LiveHub {
  readonly #byTenant = new Map<string, Set<Listener>>();
  readonly #onCount: (count: number) => void;
  readonly #sessions = new Map<string, number>();
  readonly #watched = new Map<Listener, ReadonlySet<string>>();
  #count = 0;

  constructor(onCount: (count: number) => void) {
    this.#onCount = onCount;
  }

  add(listener: Listener): void {
    const listeners = this.#byTenant.get(listener.scope.tenant) ?? new Set();
    listeners.add(listener);
    this.#byTenant.set(listener.scope.tenant, listeners);
    this.#sessions.set(listener.sessionId, this.countOf(listener.sessionId) + 1);
    this.#onCount(++this.#count);
    listener.socket.on('close', () => this.#remove(listener));
  }

  countOf(sessionId: string): number {
    return this.#sessions.get(sessionId) ?? 0;
  }

  /** The links that displays show now. */
  screenLinks(): string[] {
    const links = new Set<string>();
    for (const listeners of this.#byTenant.values())
      for (const { screen, sessionId } of listeners) if (screen) links.add(sessionId);
    return [...links];
  }

  /** What a browser shows from now on. Permissions are checked when a message is sent. */
  watch(listener: Listener, topics: readonly string[]): void {
    if (this.#byTenant.get(listener.scope.tenant)?.has(listener) !== true) return;
    if (topics.length === 0) this.#watched.delete(listener);
    else this.#watched.set(listener, new Set(topics));
  }

  /** Whether any socket of the account is open: else messages need not be prepared. */
  hasListeners(tenant: string): boolean {
    return this.#byTenant.has(tenant);
  }

  /** What browsers of any account watch: expensive messages are sent only for these. */
  watchedTopics(): ReadonlySet<string> {
    const topics = new Set<string>();
    for (const some of this.#watched.values()) for (const topic of some) topics.add(topic);
    return topics;
  }

  push<P extends z.ZodType>(message: LiveMessage<P>, payload: z.input<P>, audience: Audience): void {
    const listeners = this.#byTenant.get(audience.tenant);
    if (!listeners) return;
    const frame: LiveFrame = { name: message.name, payload };
    const text = JSON.stringify(frame);
    for (const listener of listeners) {
      if (audience.topic !== undefined && this.#watched.get(listener)?.has(audience.topic) !== true) continue;
      if (listener.screen && message.screens !== true) continue;
      if (!mayReceive(listener.scope, message, audience)) continue;
      if (listener.socket.bufferedAmount > BACKLOG_MAX_BYTES) listener.socket.close(LIVE_CLOSE.tooSlow);
      else listener.socket.send(text);
    }
  }

  /** Permissions or sessions changed: the socket closes, and is checked again when it reconnects. */
  closeWhere(code: number, matches: (listener: Listener) => boolean): void {
    for (const listeners of this.#byTenant.values()) {
      for (const listener of listeners) if (matches(listener)) listener.socket.close(code);
    }
  }

  #remove(listener: Listener): void {
    const listeners = this.#byTenant.get(listener.scope.tenant);
    if (!listeners?.delete(listener)) return;
    this.#watched.delete(listener);
    if (listeners.size === 0) this.#byTenant.delete(listener.scope.tenant);
    const left = this.countOf(listener.sessionId) - 1;
    if (left > 0) this.#sessions.set(listener.sessionId, left);
    else this.#sessions.delete(listener.sessionId);
    this.#onCount(--this.#count);
  }
}

export function mayReceive(
  scope: Omit<Scope, 'origin'>,
  message: Pick<LiveMessage, 'permission'>,
  audience: Audience,
): boolean {
  if (scope.tenant !== audience.tenant) return false;
  if (message.permission !== null && !may(scope, message.permission)) return false;
  if (audience.manager !== undefined && audience.manager !== scope.manager) return false;
  const { site } = audience;
  if (site === undefined) return true;
  const kinds = visibleKinds(scope);
  return [site].flat().some((place) => reaches(scope.reach, place) && isOfKind(kinds, place));
}

function isOfKind(kinds: readonly DeviceKind[], place: Place): boolean {
  return place === 'none' || !place.kind || kinds.includes(place.kind);
}

function reaches(reach: SiteReach, site: Place): boolean {
  if (reach.kind === 'all') return true;
  if (site === 'none') return false;
  const id = reach.kind === 'sites' ? site.id : site.enterpriseId;
  return id !== null && reach.ids.includes(id);
}
