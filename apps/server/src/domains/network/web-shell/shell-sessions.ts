import { SHELL_LIMITS } from '@airloom/contract/web-shell/web-shell.limits';
import type { ShellEnd } from '@airloom/contract/web-shell/web-shell.model';
import { audit, recordOperation } from '../../../platform/audit.ts';
import type { BusStreams } from '../../../platform/bus/bus-streams.ts';
import { runOutsideCall } from '../../../platform/current-call.ts';
import { Failure } from '../../../platform/failure.ts';
import { StoredFiles } from '../../../platform/files/stored-files.ts';
import { newId } from '../../../platform/ids.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { Scope } from '../../../platform/scope.ts';
import { hashToken, newToken } from '../../../platform/secrets.ts';
import { type DeviceUse, type RemoteDevice, stillOperable } from '../devices/index.ts';
import type { TerminalSize } from './recording.ts';
import { type ShellBrowser, ShellSession } from './shell-session.ts';
import * as repository from './web-shell.repository.ts';

interface Opening {
  readonly id: string;
  readonly device: RemoteDevice;
  readonly gatewayId: string;
  readonly scope: Scope;
  readonly loginSession: string;
  readonly recorded: boolean;
  readonly size: TerminalSize;
  readonly openedAt: Date;
}

/** A signed-in browser that wants to join. */
interface Joining {
  readonly token: string;
  readonly loginSession: string;
  readonly scope: Pick<Scope, 'tenant' | 'manager'>;
  readonly browser: ShellBrowser;
}

const SEEN_EVERY_MS = 15_000;

/** Current shell sessions. The console is one process, so they are all here. */
export class ShellSessions {
  readonly #platform: Platform;
  readonly #streams: BusStreams;
  readonly #byId = new Map<string, ShellSession>();
  /** Sessions that nobody has joined, by the hash of their token. */
  readonly #waiting = new Map<string, ShellSession>();
  readonly #ending = new Set<Promise<void>>();
  /** Recordings that are being stored. */
  readonly #recordings = new Map<string, Promise<void>>();
  /** Ended by a call, which writes the entry of the operation log itself. */
  readonly #endedByCall = new Map<string, (seconds: number) => void>();
  /** Sessions that are being opened. */
  readonly #opening = new Set<Pick<Scope, 'tenant' | 'manager'>>();
  #seenAt = Number.NEGATIVE_INFINITY;

  constructor(platform: Platform, streams: BusStreams) {
    this.#platform = platform;
    this.#streams = streams;
  }

  /**
   * Counts a session before it exists; returns how to release that.
   * @throws {Failure} when this person, account or process has too many sessions
   */
  reserve({ tenant, manager }: Pick<Scope, 'tenant' | 'manager'>): () => void {
    const all = [...[...this.#byId.values()].map(({ parts }) => parts.scope), ...this.#opening];
    const ofAccount = all.filter((scope) => scope.tenant === tenant);
    const ofPerson = ofAccount.filter((scope) => scope.manager === manager);
    const { perPersonMax, perAccountMax, perProcessMax } = SHELL_LIMITS;
    const counts: readonly (readonly [used: number, maximum: number])[] = [
      [ofPerson.length, perPersonMax],
      [ofAccount.length, perAccountMax],
      [all.length, perProcessMax],
    ];
    for (const [used, maximum] of counts) {
      if (used >= maximum) throw new Failure('tooManyShells', { maximum });
    }
    const opening = { tenant, manager };
    this.#opening.add(opening);
    return () => this.#opening.delete(opening);
  }

  /** Returns the token with which the browser joins. */
  open(opening: Opening): string {
    const token = newToken();
    const session = new ShellSession({
      ...opening,
      tokenHash: hashToken(token),
      streams: this.#streams,
      monotonic: this.#platform.monotonic,
      ended: (ended, reason) => this.#ended(ended, reason),
    });
    this.#byId.set(session.id, session);
    this.#waiting.set(keyOf(session.parts.tokenHash), session);
    return token;
  }

  /** Null for a token that is unknown, used, expired, or of another person or browser. */
  join({ token, loginSession, scope, browser }: Joining): ShellSession | null {
    const key = keyOf(hashToken(token));
    const session = this.#waiting.get(key);
    if (session === undefined) return null;
    this.#waiting.delete(key);
    const { parts } = session;
    const isOwn =
      parts.loginSession === loginSession &&
      parts.scope.manager === scope.manager &&
      parts.scope.tenant === scope.tenant;
    const isLate = this.#platform.monotonic() - session.openedMonotonic > SHELL_LIMITS.joinMs;
    if (!isOwn || isLate) {
      session.end('neverJoined');
      return null;
    }
    session.join(browser);
    this.#record(session);
    return session;
  }

  find(id: string): ShellSession | undefined {
    return this.#byId.get(id);
  }

  /** Ends it on behalf of a call; resolves with its duration once its row is written. */
  async endByPerson(session: ShellSession): Promise<number> {
    const { promise, resolve } = Promise.withResolvers<number>();
    this.#endedByCall.set(session.id, resolve);
    session.end('endedByPerson');
    return promise;
  }

  /** Ends sessions that are idle, never joined, or whose person may not use them any more. */
  async sweep(): Promise<void> {
    const sessions = [...this.#byId.values()];
    for (const session of sessions) session.sweep();
    const checked: DeviceUse[] = [];
    for (const session of sessions) {
      if (session.browser === null || session.hasEnded) continue;
      const who = await session.browser.again(session.wasActive());
      if (who instanceof Failure || who.scope.tenant !== session.parts.scope.tenant)
        session.end('accessLost');
      else checked.push({ id: session.id, deviceId: session.parts.device.id, scope: who.scope });
    }
    const allowed = await this.#platform.database.asSystem((tx) =>
      stillOperable(tx, checked, 'device_manage:operate'),
    );
    for (const { id } of checked) if (!allowed.has(id)) this.#byId.get(id)?.end('accessLost');
    await this.#markSeen();
  }

  /** If this process is killed, the next one ends its sessions at this time. */
  async #markSeen(): Promise<void> {
    const { database, now, monotonic } = this.#platform;
    if (this.#byId.size === 0 || monotonic() - this.#seenAt < SEEN_EVERY_MS) return;
    this.#seenAt = monotonic();
    await database.asSystem((tx) => repository.markSeen(tx, [...this.#byId.keys()], now()));
  }

  /** Ends sessions of a process that ended without ending them. */
  async endInterrupted(): Promise<void> {
    const { database } = this.#platform;
    for (const row of await database.asSystem((tx) => repository.endInterrupted(tx))) {
      const place = { sites: [row.site_id], deviceKinds: [row.device_kind] };
      const seconds = Math.max(0, Math.round((row.ended_at.getTime() - row.opened_at.getTime()) / 1000));
      const changes = audit.values(null, { seconds, shellEnd: 'interrupted' });
      const actor = {
        tenant: row.tenant_id,
        manager: row.opened_by,
        userName: row.opened_by_name,
        origin: { address: '', call: 'endShell', requestId: newId() },
      };
      const device = { id: row.device_id, name: row.device_name };
      await database.withTenant({ tenant: row.tenant_id }, (tx) =>
        recordOperation(tx, actor, audit.object('device', device, place, changes)),
      );
    }
  }

  async stop(): Promise<void> {
    for (const session of this.#byId.values()) session.end('interrupted');
    await Promise.all(this.#ending);
  }

  #ended(session: ShellSession, reason: ShellEnd): void {
    this.#byId.delete(session.id);
    this.#waiting.delete(keyOf(session.parts.tokenHash));
    const { log } = this.#platform;
    const ending: Promise<void> = runOutsideCall(() => this.#store(session, reason))
      .catch((error: unknown) => log.error({ err: error }, 'the end of a shell session was not stored'))
      .finally(() => {
        this.#ending.delete(ending);
        this.#endedByCall.delete(session.id);
      });
    this.#ending.add(ending);
  }

  async #store(session: ShellSession, reason: ShellEnd): Promise<void> {
    const { database, now, monotonic } = this.#platform;
    const { id, scope, device } = session.parts;
    const seconds = Math.round((monotonic() - session.openedMonotonic) / 1000);
    const byCall = this.#endedByCall.get(id);
    try {
      await database.withTenant(scope, async (tx) => {
        if (!(await repository.endSession(tx, scope, id, { at: now(), reason }))) return;
        if (byCall !== undefined) return;
        const place = { sites: [device.site_id], deviceKinds: [device.kind] };
        const changes = audit.values(null, { seconds, shellEnd: reason });
        const actor = { ...scope, origin: { ...scope.origin, call: 'endShell' } };
        await recordOperation(tx, actor, audit.object('device', device, place, changes));
      });
    } finally {
      byCall?.(seconds);
    }
    await this.#recordings.get(id);
  }

  /** Stores the recording while the session runs; it is complete when the session ends. */
  #record(session: ShellSession): void {
    const { recording, parts } = session;
    if (recording === null) return;
    const { database, log } = this.#platform;
    const { id, scope } = parts;
    const stored = new StoredFiles(this.#platform)
      .store(scope, 'shellRecording', recording.body)
      .then((file) => database.withTenant(scope, (tx) => repository.setRecording(tx, scope, id, file.id)))
      .catch((error: unknown) => {
        log.error({ err: error }, 'the recording of a shell session was not stored');
        recording.body.resume();
      })
      .finally(() => this.#recordings.delete(id));
    this.#recordings.set(id, stored);
  }
}

function keyOf(hash: Buffer): string {
  return hash.toString('base64');
}
