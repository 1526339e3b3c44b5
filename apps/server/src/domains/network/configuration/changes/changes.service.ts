import type { Change, ChangeDetail, ChangeDevice } from '@airloom/contract/configuration/configuration.model';
import type { ChangeState, DeviceState } from '@airloom/contract/configuration/configuration.states';
import type { Page } from '@airloom/contract/paging';
import type { Transaction } from '../../../../platform/database/database.ts';
import type { PageRequest } from '../../../../platform/database/paging.ts';
import { Failure } from '../../../../platform/failure.ts';
import type { Platform } from '../../../../platform/platform.ts';
import type { Scope } from '../../../../platform/scope.ts';
import { type NameOf, valueDifferences } from '../edits/shown-value.ts';
import { visibleSettingKinds } from '../places/place-access.ts';
import { readGroups, readSites } from '../places/places.repository.ts';
import { isControllable } from './change-control.ts';
import {
  type ChangeRow,
  countDevices,
  findChangeRow,
  listChangeRows,
  listDeviceRows,
  reachedOrganizations,
} from './change-rows.repository.ts';
import { type ChangeEditRow, editsOfChange, editsOfChanges, unseenNetworks } from './changes.repository.ts';

const NAMES_MAX = 5;

export function listChanges(
  platform: Platform,
  scope: Scope,
  request: PageRequest & {
    readonly state?: ChangeState | undefined;
    readonly enterpriseUUID?: string | undefined;
    readonly siteUUID?: string | undefined;
    readonly deviceUUID?: string | undefined;
  },
): Promise<Page<Change>> {
  return platform.database.withTenant(scope, async (tx) => {
    const { total, rows } = await listChangeRows(tx, scope, request);
    const ids = rows.map(({ id }) => id);
    const counts = await countDevices(tx, scope, ids);
    const edits = await editsOfChanges(tx, scope, ids);
    const isVisible = await editFilter(tx, scope, edits);
    const byChange = Map.groupBy(edits.filter(isVisible), ({ changeId }) => changeId);
    const namesOf = (id: string) => (byChange.get(id) ?? []).map(({ name }) => name);
    return { total, rows: rows.map((row) => changeOf(row, namesOf(row.id), counts(row.id))) };
  });
}

export function viewChange(platform: Platform, scope: Scope, changeUUID: string): Promise<ChangeDetail> {
  return platform.database.withTenant(scope, async (tx) => {
    const row = await findChangeRow(tx, scope, changeUUID);
    if (row === undefined) throw new Failure('notFound');
    const stored = await editsOfChange(tx, scope, row.id);
    const all = stored.map((edit) => ({ ...edit, changeId: row.id }));
    const edits = all.filter(await editFilter(tx, scope, all));
    const counts = await countDevices(tx, scope, [row.id]);
    const names = await targetNames(tx, scope, edits);
    return {
      ...changeOf(
        row,
        edits.map(({ name }) => name),
        counts(row.id),
      ),
      edits: edits.map((edit) => shownEdit(edit, names)),
      wave: row.wave,
      waves: row.wave_count,
      controllable: await isControllable(tx, scope, { id: row.id, siteIds: row.site_ids }, all),
    };
  });
}

export function listChangeDevices(
  platform: Platform,
  scope: Scope,
  request: PageRequest & { readonly changeUUID: string; readonly state?: DeviceState | undefined },
): Promise<Page<ChangeDevice>> {
  return platform.database.withTenant(scope, async (tx) => {
    if ((await findChangeRow(tx, scope, request.changeUUID)) === undefined) throw new Failure('notFound');
    return listDeviceRows(tx, scope, request);
  });
}

function changeOf(row: ChangeRow, names: readonly string[], counts: Change['counts']): Change {
  return {
    changeUUID: row.id,
    number: row.number,
    reason: row.reason,
    state: row.state,
    cancelReason: row.cancel_reason,
    reverts: row.reverts,
    names: [...new Set(names)].slice(0, NAMES_MAX),
    startAt: row.start_at?.toISOString() ?? null,
    createdBy: row.created_by_name,
    createdAt: row.created_at.toISOString(),
    endedAt: row.ended_at?.toISOString() ?? null,
    counts,
  };
}

type PlacedEdit = Pick<ChangeEditRow, 'settingId' | 'kind' | 'siteId' | 'organizationId'> & {
  readonly changeId: string;
};

/** Edits of places within reach, of kinds that the person may see; networks only where they apply to sites within reach. */
async function editFilter(
  tx: Transaction,
  scope: Scope,
  edits: readonly PlacedEdit[],
): Promise<(edit: PlacedEdit) => boolean> {
  const kinds = visibleSettingKinds(scope);
  const { reach } = scope;
  const organizations =
    reach.kind === 'sites'
      ? await reachedOrganizations(
          tx,
          scope,
          edits.map(({ organizationId }) => organizationId),
        )
      : new Set(reach.kind === 'all' ? [] : reach.ids);
  const isUnseen = await unseenNetworks(tx, scope, [...new Set(edits.map(({ changeId }) => changeId))]);
  return (edit) => {
    const { kind, siteId, organizationId } = edit;
    if (!kinds.includes(kind) || isUnseen(edit)) return false;
    if (reach.kind === 'all') return true;
    if (siteId !== null && reach.kind === 'sites') return reach.ids.includes(siteId);
    return organizations.has(organizationId);
  };
}

/** Names of targeted sites and device groups within reach. */
async function targetNames(tx: Transaction, scope: Scope, edits: readonly ChangeEditRow[]): Promise<NameOf> {
  const ids = [...new Set(JSON.stringify(edits.map(targetsIn)).match(UUID))];
  const found = [...(await readSites(tx, scope, [], ids)), ...(await readGroups(tx, scope, ids))];
  const names = new Map(found.map(({ id, name }) => [id, name]));
  return (id) => names.get(id);
}

const UUID = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/g;

function targetsIn({ before, after }: ChangeEditRow): unknown[] {
  return [before, after].map((value) =>
    typeof value === 'object' && value !== null && 'targets' in value ? value.targets : null,
  );
}

function shownEdit(row: ChangeEditRow, names: NameOf): ChangeDetail['edits'][number] {
  const { before, after } = row;
  return {
    settingUUID: row.settingId,
    kind: row.kind,
    name: row.name,
    place: { level: row.level, uuid: row.placeId, name: row.placeName },
    action: after === null ? 'delete' : before === null ? 'create' : 'update',
    differences: valueDifferences(before, after, names),
  };
}
