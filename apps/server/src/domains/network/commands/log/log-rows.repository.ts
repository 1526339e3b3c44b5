import type { DeviceCommandRow } from '@airloom/contract/commands/commands.model';
import type { CommandState } from '@airloom/contract/commands/commands.states';
import type { DeviceKind } from '@airloom/contract/devices/device-classes';
import type { Page } from '@airloom/contract/paging';
import { sql } from 'kysely';
import { sqlBuilder, type Transaction } from '../../../../platform/database/database.ts';
import {
  containing,
  type PageRequest,
  readPage,
  type Sorting,
} from '../../../../platform/database/paging.ts';
import { withinReach } from '../../../people/organizations/index.ts';
import { type Asker, visibleDevices, visibleKinds } from '../../devices/index.ts';

/** Commands for device kinds and sites that the person sees. The device itself may be deleted. */
export function visibleCommands(scope: Asker) {
  return sqlBuilder
    .selectFrom('command')
    .leftJoin('site', (join) =>
      join.onRef('site.tenant_id', '=', 'command.tenant_id').onRef('site.id', '=', 'command.site_id'),
    )
    .where('command.tenant_id', '=', scope.tenant)
    .where('command.device_kind', '=', sql<DeviceKind>`any(${visibleKinds(scope)}::text[])`)
    .where(withinReach(scope));
}

interface PendingCommand {
  readonly id: string;
  readonly device_kind: DeviceKind;
  readonly device_id: string;
  readonly device_name: string;
  readonly site_id: string | null;
}

/** Locks the pending commands of a batch, so that they cannot be sent meanwhile. */
export function lockPending(tx: Transaction, scope: Asker, batchId: string): Promise<PendingCommand[]> {
  return tx.all(
    visibleCommands(scope)
      .select([
        'command.id',
        'command.device_kind',
        'command.device_id',
        'command.device_name',
        'command.site_id',
      ])
      .where('command.batch_id', '=', batchId)
      .where('command.sent_at', 'is', null)
      .where('command.ended_at', 'is', null)
      .orderBy('command.id')
      .forUpdate('command'),
  );
}

const COMMAND_SORTING: Sorting = {
  by: {
    createdAt: sql.ref('command.created_at'),
    deviceName: sql`lower(command.device_name)`,
    state: sql.ref('command.state'),
    endedAt: sql.ref('command.ended_at'),
  },
  usual: 'deviceName',
  id: sql.ref('command.id'),
};

async function readCommands(
  tx: Transaction,
  request: PageRequest,
  found: ReturnType<typeof visibleCommands>,
  usual: string,
): Promise<Page<DeviceCommandRow>> {
  const shown = found.select([
    'command.id',
    'command.batch_id',
    'command.command',
    'command.device_id',
    'command.device_name',
    'command.device_kind',
    'site.name as site_name',
    'command.state',
    'command.created_at',
    'command.sent_at',
    'command.ended_at',
    'command.text',
    'command.rejected',
    'command.reason',
    'command.file_id',
    'command.output',
  ]);
  const { total, rows } = await readPage(tx, request, found, shown, { ...COMMAND_SORTING, usual });
  return {
    total,
    rows: rows.map((row) => ({
      commandUUID: row.id,
      cfgUUID: row.batch_id,
      command: row.command,
      deviceUUID: row.device_id,
      deviceName: row.device_name,
      deviceKind: row.device_kind,
      siteName: row.site_name ?? '',
      state: row.state,
      createdAt: row.created_at.toISOString(),
      sentAt: row.sent_at?.toISOString() ?? null,
      endedAt: row.ended_at?.toISOString() ?? null,
      text: row.text,
      rejected: row.rejected,
      reason: row.reason,
      result: { fileUrl: row.file_id === null ? null : `/files/${row.file_id}`, output: row.output },
    })),
  };
}

export interface DetailRequest extends PageRequest {
  readonly cfgUUID: string;
  readonly state?: CommandState | undefined;
}

export function listBatchCommands(
  tx: Transaction,
  scope: Asker,
  request: DetailRequest,
): Promise<Page<DeviceCommandRow>> {
  let found = visibleCommands(scope).where('command.batch_id', '=', request.cfgUUID);
  if (request.state !== undefined) found = found.where('command.state', '=', request.state);
  if (request.search !== '') found = found.where('command.device_name', 'ilike', containing(request.search));
  return readCommands(tx, request, found, 'deviceName');
}

/** Commands sent to a device while it was at sites that the person sees; null when they do not see the device. */
export async function listDeviceCommands(
  tx: Transaction,
  scope: Asker,
  request: PageRequest & { readonly deviceUUID: string },
): Promise<Page<DeviceCommandRow> | null> {
  const seen = await tx.first(
    visibleDevices(scope).select('device.id').where('device.id', '=', request.deviceUUID),
  );
  if (seen === undefined) return null;
  const found = visibleCommands(scope).where('command.device_id', '=', request.deviceUUID);
  return readCommands(tx, request, found, '-createdAt');
}
