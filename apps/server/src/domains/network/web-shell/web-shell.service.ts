import type { Page } from '@airloom/contract/paging';
import type { ShellSessionRow, ShellSettings } from '@airloom/contract/web-shell/web-shell.model';
import { z } from 'zod';
import { audit, recordOperation } from '../../../platform/audit.ts';
import { inTurn } from '../../../platform/database/in-turn.ts';
import { Failure } from '../../../platform/failure.ts';
import { PATHS } from '../../../platform/http/paths.ts';
import { newId } from '../../../platform/ids.ts';
import type { Platform } from '../../../platform/platform.ts';
import { may, type Scope } from '../../../platform/scope.ts';
import { type Asker, findRemoteDevice, requireOperable } from '../devices/index.ts';
import type { TerminalSize } from './recording.ts';
import type { ShellSessions } from './shell-sessions.ts';
import * as repository from './web-shell.repository.ts';

const abilities = z.object({ remoteShell: z.literal(true) });

/** Administrators of the account see recordings, and end sessions of others. */
function isAdministrator(scope: Pick<Scope, 'grants'>): boolean {
  return may(scope, 'account_manage:operate');
}

interface Opened {
  readonly sessionUUID: string;
  readonly token: string;
  readonly recorded: boolean;
}

export async function openShell(
  platform: Platform,
  sessions: ShellSessions,
  scope: Scope,
  loginSession: string | null,
  { deviceUUID, columns, rows }: TerminalSize & { readonly deviceUUID: string },
): Promise<Opened> {
  // API keys cannot join the socket.
  if (loginSession === null) throw new Failure('permissionDenied');
  const release = sessions.reserve(scope);
  try {
    const id = newId();
    const openedAt = platform.now();
    const stored = await storeSession(platform, scope, { id, openedAt, deviceUUID });
    const size = { columns, rows };
    const token = sessions.open({ id, ...stored, scope, loginSession, size, openedAt });
    return { sessionUUID: id, token, recorded: stored.recorded };
  } finally {
    release();
  }
}

interface NewShell {
  readonly id: string;
  readonly openedAt: Date;
  readonly deviceUUID: string;
}

function storeSession(platform: Platform, scope: Scope, { id, openedAt, deviceUUID }: NewShell) {
  return platform.database.withTenant(scope, async (tx) => {
    const found = await findRemoteDevice(tx, scope, deviceUUID);
    if (found === undefined) throw new Failure('notFound');
    requireOperable(scope, [found.kind]);
    if (found.status !== 'online' || found.gateway_id === null) throw new Failure('shellDeviceOffline');
    if (!abilities.safeParse(found.abilities).success) throw new Failure('shellNotSupported');
    const { recording } = await repository.readSettings(tx, scope);
    if (recording) {
      await platform.quotas.require(tx, scope, 'files');
      await platform.quotas.require(tx, scope, 'storageMegabytes');
    }
    await repository.insertSession(tx, scope, { id, device: found, recorded: recording, at: openedAt });
    const place = { sites: [found.site_id], deviceKinds: [found.kind] };
    const changes = audit.values(null, { shellRecorded: recording });
    await recordOperation(tx, scope, audit.object('device', found, place, changes));
    return { device: found, gatewayId: found.gateway_id, recorded: recording };
  });
}

export function listShellSessions(
  platform: Platform,
  scope: Scope,
  request: repository.SessionFilter,
): Promise<Page<ShellSessionRow>> {
  return platform.database.withTenant(scope, async (tx) => {
    const { total, rows } = await repository.listSessions(tx, scope, request);
    return {
      total,
      rows: rows.map((row) => ({
        sessionUUID: row.id,
        deviceUUID: row.device_id,
        deviceName: row.device_name,
        deviceKind: row.device_kind,
        deviceDeleted: row.device_deleted,
        userName: row.opened_by_name,
        openedAt: row.opened_at.toISOString(),
        endedAt: row.ended_at?.toISOString() ?? null,
        end: row.end_reason,
        recorded: row.recorded,
        recordingUrl: row.file_id !== null && isAdministrator(scope) ? `${PATHS.files}/${row.file_id}` : null,
        endable: row.ended_at === null && mayEnd(scope, row.opened_by),
      })),
    };
  });
}

function mayEnd(scope: Scope, openedBy: string): boolean {
  return may(scope, 'device_manage:operate') && (openedBy === scope.manager || isAdministrator(scope));
}

export async function endShell(
  platform: Platform,
  sessions: ShellSessions,
  scope: Scope,
  sessionUUID: string,
): Promise<void> {
  const row = await platform.database.withTenant(scope, (tx) =>
    repository.findSession(tx, scope, sessionUUID),
  );
  if (row === undefined) throw new Failure('notFound');
  if (!mayEnd(scope, row.opened_by)) throw new Failure('permissionDenied');
  const session = sessions.find(sessionUUID);
  const seconds = await (session === undefined
    ? endRow(platform, scope, row)
    : sessions.endByPerson(session));
  const device = { id: row.device_id, name: row.device_name };
  const place = { sites: [row.site_id], deviceKinds: [row.device_kind] };
  const changes = audit.values(null, { userName: row.opened_by_name, seconds, shellEnd: 'endedByPerson' });
  await platform.database.withTenant(scope, (tx) =>
    recordOperation(tx, scope, audit.object('device', device, place, changes)),
  );
}

/** A session that this process does not hold; resolves with its duration. */
async function endRow(
  { database, now }: Platform,
  scope: Scope,
  { id, opened_at }: { readonly id: string; readonly opened_at: Date },
): Promise<number> {
  const at = now();
  const ended = await database.withTenant(scope, (tx) =>
    repository.endSession(tx, scope, id, { at, reason: 'endedByPerson' }),
  );
  if (!ended) throw new Failure('shellEnded');
  return Math.round((at.getTime() - opened_at.getTime()) / 1000);
}

export function viewShellSettings(platform: Platform, scope: Scope): Promise<ShellSettings> {
  return platform.database.withTenant(scope, (tx) => repository.readSettings(tx, scope));
}

/** False when nothing changed. */
export function saveShellSettings(
  platform: Platform,
  scope: Scope,
  settings: ShellSettings,
): Promise<boolean> {
  return platform.database.withTenant(scope, async (tx) => {
    await inTurn(tx, scope, 'shellSettings');
    const before = await repository.readSettings(tx, scope);
    const changes = audit.values(logged(before), logged(settings));
    if (changes.length === 0) return false;
    await repository.writeSettings(tx, scope, settings);
    const account = { id: scope.tenant, name: scope.userName };
    await recordOperation(tx, scope, audit.object('account', account, {}, changes));
    return true;
  });
}

function logged({ recording, keepDays }: ShellSettings): object {
  return { shellRecorded: recording, shellRecordingDays: keepDays };
}

/** Whether a file is a recording of a session that the person sees. */
export function seesRecording(
  { database }: Pick<Platform, 'database'>,
  scope: Asker,
  fileId: string,
): Promise<boolean> {
  return database.withTenant(scope, (tx) => repository.isRecordingOfVisible(tx, scope, fileId));
}
