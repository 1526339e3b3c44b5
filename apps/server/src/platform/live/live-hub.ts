import type { LiveFrame, LiveMessage } from '@airloom/contract/live';
import { LIVE_CLOSE } from '@airloom/contract/live';
import type { WebSocket } from 'ws';
import type { z } from 'zod';
import { may, type Scope, type SiteReach } from '../scope.ts';

/** Who a message is about, beyond its account. */
export interface Audience {
  readonly tenant: string;
  readonly site?: { readonly id: string; readonly enterpriseId: string };
  readonly manager?: string;
}

export interface Listener {
  readonly sessionId: string;
  readonly scope: Omit<Scope, 'origin'>;
  readonly socket: WebSocket;
}

/** A browser that does not read is cut off rather than kept in memory; it reconnects and reads afresh. */
const BACKLOG_MAX_BYTES = 256 * 1024;

/** Pushes messages to the browsers allowed to see them: same checks as REST, at the moment of sending. */
export class LiveHub {
  readonly #byTenant = new Map<string, Set<Listener>>();
  readonly #onCount: (count: number) => void;
  readonly #sessions = new Map<string, number>();
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

  push<P extends z.ZodType>(message: LiveMessage<P>, payload: z.input<P>, audience: Audience): void {
    const listeners = this.#byTenant.get(audience.tenant);
    if (!listeners) return;
    const frame: LiveFrame = { name: message.name, payload };
    const text = JSON.stringify(frame);
    for (const listener of listeners) {
      if (!mayHear(listener.scope, message, audience)) continue;
      if (listener.socket.bufferedAmount > BACKLOG_MAX_BYTES) listener.socket.close(LIVE_CLOSE.tooSlow);
      else listener.socket.send(text);
    }
  }

  /** Rights or sessions changed: the socket closes, and what comes back is checked anew. */
  closeWhere(code: number, matches: (listener: Listener) => boolean): void {
    for (const listeners of this.#byTenant.values()) {
      for (const listener of listeners) if (matches(listener)) listener.socket.close(code);
    }
  }

  #remove(listener: Listener): void {
    const listeners = this.#byTenant.get(listener.scope.tenant);
    if (!listeners?.delete(listener)) return;
    if (listeners.size === 0) this.#byTenant.delete(listener.scope.tenant);
    const left = this.countOf(listener.sessionId) - 1;
    if (left > 0) this.#sessions.set(listener.sessionId, left);
    else this.#sessions.delete(listener.sessionId);
    this.#onCount(--this.#count);
  }
}

export function mayHear(
  scope: Omit<Scope, 'origin'>,
  message: Pick<LiveMessage, 'permission'>,
  audience: Audience,
): boolean {
  if (scope.tenant !== audience.tenant) return false;
  if (message.permission !== null && !may(scope, message.permission)) return false;
  if (audience.manager !== undefined && audience.manager !== scope.manager) return false;
  return audience.site === undefined || reaches(scope.reach, audience.site);
}

function reaches(reach: SiteReach, site: { id: string; enterpriseId: string }): boolean {
  if (reach.kind === 'all') return true;
  return reach.kind === 'sites' ? reach.ids.includes(site.id) : reach.ids.includes(site.enterpriseId);
}
