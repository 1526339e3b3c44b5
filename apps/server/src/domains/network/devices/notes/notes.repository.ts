import type { DeviceNote } from '@airloom/contract/devices/notes.calls';
import type { Page } from '@airloom/contract/paging';
import { sql } from 'kysely';
import { sqlBuilder, type Transaction } from '../../../../platform/database/database.ts';
import type { Scope, TenantScope } from '../../../../platform/scope.ts';

function notesOf({ tenant }: TenantScope, deviceId: string) {
  return sqlBuilder
    .selectFrom('device_note')
    .where('tenant_id', '=', tenant)
    .where('device_id', '=', deviceId);
}

export async function countNotes(tx: Transaction, scope: TenantScope, deviceId: string): Promise<number> {
  const counted = await tx.first(notesOf(scope, deviceId).select(sql<number>`count(*)::int`.as('count')));
  return counted?.count ?? 0;
}

/** Newest first. */
export async function listNotes(
  tx: Transaction,
  scope: TenantScope,
  { deviceUUID, page, size }: { readonly deviceUUID: string; readonly page: number; readonly size: number },
): Promise<Page<DeviceNote>> {
  const [total, rows] = await Promise.all([
    countNotes(tx, scope, deviceUUID),
    tx.all(
      notesOf(scope, deviceUUID)
        .select(['id', 'text', 'created_by_name', 'created_at', 'edited_by_name', 'edited_at'])
        .orderBy('created_at', 'desc')
        .orderBy('id', 'desc')
        .limit(size)
        .offset((page - 1) * size),
    ),
  ]);
  return {
    total,
    rows: rows.map((row) => ({
      noteUUID: row.id,
      text: row.text,
      createdBy: row.created_by_name,
      createdAt: row.created_at.toISOString(),
      editedBy: row.edited_by_name,
      editedAt: row.edited_at?.toISOString() ?? null,
    })),
  };
}

/** The device of a note. Lock the device before changing the note. */
export function deviceOfNote(tx: Transaction, { tenant }: TenantScope, noteId: string) {
  return tx.first(
    sqlBuilder
      .selectFrom('device_note')
      .select('device_id')
      .where('tenant_id', '=', tenant)
      .where('id', '=', noteId),
  );
}

export function lockNote(tx: Transaction, { tenant }: TenantScope, noteId: string) {
  return tx.first(
    sqlBuilder
      .selectFrom('device_note')
      .select(['id', 'text'])
      .where('tenant_id', '=', tenant)
      .where('id', '=', noteId)
      .forUpdate(),
  );
}

export async function insertNote(
  tx: Transaction,
  scope: Pick<Scope, 'tenant' | 'manager' | 'userName'>,
  note: { readonly id: string; readonly deviceId: string; readonly text: string; readonly at: Date },
): Promise<void> {
  await tx.run(
    sqlBuilder.insertInto('device_note').values({
      tenant_id: scope.tenant,
      id: note.id,
      device_id: note.deviceId,
      text: note.text,
      created_by: scope.manager,
      created_by_name: scope.userName,
      created_at: note.at,
    }),
  );
}

export async function updateNote(
  tx: Transaction,
  scope: Pick<Scope, 'tenant' | 'userName'>,
  note: { readonly id: string; readonly text: string; readonly at: Date },
): Promise<void> {
  await tx.run(
    sqlBuilder
      .updateTable('device_note')
      .set({ text: note.text, edited_by_name: scope.userName, edited_at: note.at })
      .where('tenant_id', '=', scope.tenant)
      .where('id', '=', note.id),
  );
}

export async function deleteNote(tx: Transaction, { tenant }: TenantScope, noteId: string): Promise<void> {
  await tx.run(sqlBuilder.deleteFrom('device_note').where('tenant_id', '=', tenant).where('id', '=', noteId));
}
