import type { SettingEdit } from '@airloom/contract/configuration/edits';
import { sql } from 'kysely';
import type { Transaction } from '../../../../platform/database/database.ts';
import { newId } from '../../../../platform/ids.ts';
import type { Scope, TenantScope } from '../../../../platform/scope.ts';
import type { NamedPlace } from '../places/places.repository.ts';

export interface DraftRow {
  readonly id: string;
  readonly settingId: string;
  readonly edit: SettingEdit;
  readonly editedByName: string;
  readonly editedAt: Date;
}

/** The draft of an organization or a site. */
export function readDraft(tx: Transaction, { tenant }: TenantScope, placeId: string): Promise<DraftRow[]> {
  return tx.all(sql<DraftRow>`
    select id, setting_id as "settingId", edit, edited_by_name as "editedByName", edited_at as "editedAt"
    from setting_draft
    where tenant_id = ${tenant} and coalesce(enterprise_id, site_id) = ${placeId}
    order by edited_at, id`);
}

/** Adds edits; one of the same setting is replaced and gets a new id, so that people who saw the old one notice. */
export async function writeDraft(
  tx: Transaction,
  scope: Pick<Scope, 'tenant' | 'manager' | 'userName'>,
  { level, uuid }: NamedPlace,
  edits: readonly { readonly settingId: string; readonly edit: SettingEdit }[],
  now: Date,
): Promise<void> {
  await tx.run(sql`
    insert into setting_draft (tenant_id, id, enterprise_id, site_id, setting_id, base_version, edit, edited_by,
      edited_by_name, edited_at)
    select ${scope.tenant}::uuid, id, ${level === 'organization' ? uuid : null}::uuid,
      ${level === 'site' ? uuid : null}::uuid, setting_id, base_version, edit::jsonb, ${scope.manager}::uuid,
      ${scope.userName}, ${now}::timestamptz
    from unnest(${edits.map(() => newId())}::uuid[], ${edits.map(({ settingId }) => settingId)}::uuid[],
      ${edits.map(({ edit }) => edit.baseVersion)}::int[], ${edits.map(({ edit }) => JSON.stringify(edit))}::text[])
      as given (id, setting_id, base_version, edit)
    on conflict (tenant_id, coalesce(enterprise_id, site_id), setting_id) do update
      set id = excluded.id, base_version = excluded.base_version, edit = excluded.edit, edited_by = excluded.edited_by,
        edited_by_name = excluded.edited_by_name, edited_at = excluded.edited_at`);
}

/** Removes these edits of a draft. */
export async function deleteDraft(
  tx: Transaction,
  { tenant }: TenantScope,
  placeId: string,
  ids: readonly string[],
): Promise<void> {
  await tx.run(sql`
    delete from setting_draft
    where tenant_id = ${tenant} and coalesce(enterprise_id, site_id) = ${placeId} and id = any(${ids}::uuid[])`);
}
