import type { DraftPlace } from '@airloom/contract/configuration/configuration.calls';
import { CONFIGURATION_LIMITS } from '@airloom/contract/configuration/configuration.limits';
import type { DraftedEdit } from '@airloom/contract/configuration/configuration.model';
import type { SettingEdit } from '@airloom/contract/configuration/edits';
import { audit, recordOperation } from '../../../../platform/audit.ts';
import type { Transaction } from '../../../../platform/database/database.ts';
import { publishEvent } from '../../../../platform/events/outbox.ts';
import { Failure } from '../../../../platform/failure.ts';
import type { Platform } from '../../../../platform/platform.ts';
import type { Scope } from '../../../../platform/scope.ts';
import { storeSecrets } from '../../settings/index.ts';
import { lockChanges } from '../changes/changes.repository.ts';
import { goneEdits, prepareInput, prepareStored } from '../edits/change-edits.ts';
import { checkSwitches } from '../edits/check-switches.ts';
import { nameOf, reviewedEdit } from '../edits/conflicts.ts';
import { readAround } from '../edits/prepare-change.ts';
import { overlay } from '../edits/prepared-edit.ts';
import { isSeenBy, mayOperateKind, requireDraftPlace } from '../places/place-access.ts';
import type { NamedPlace } from '../places/places.repository.ts';
import { deleteDraft, readDraft, writeDraft } from './drafts.repository.ts';

/** The edits of a draft of kinds that the person may see. Those whose setting or place is gone are left out. */
export function listDraft(platform: Platform, scope: Scope, place: DraftPlace): Promise<DraftedEdit[]> {
  return platform.database.withTenant(scope, async (tx) => {
    const { uuid } = await requireDraftPlace(tx, scope, place);
    const rows = (await readDraft(tx, scope, uuid)).filter(isSeenBy(scope));
    const prepared = await prepareStored(
      tx,
      scope,
      rows.map(({ edit }) => edit),
      'view',
    );
    const { present, names } = await readAround(tx, scope, prepared);
    return prepared.flatMap((edit): DraftedEdit[] => {
      const row = rows.find(({ settingId }) => settingId === edit.settingId);
      if (row === undefined) return [];
      return [
        {
          draftUUID: row.id,
          review: reviewedEdit(edit, { edits: prepared, present }, names),
          edit: edit.edit,
          editedBy: row.editedByName,
          editedAt: row.editedAt.toISOString(),
        },
      ];
    });
  });
}

/** Keeps edits in a draft; one of the same setting is replaced if the person saw it. */
export async function addToDraft(
  platform: Platform,
  scope: Scope,
  {
    place,
    edits,
    replaces,
  }: {
    readonly place: DraftPlace;
    readonly edits: readonly SettingEdit[];
    readonly replaces: readonly string[];
  },
): Promise<void> {
  const now = platform.now();
  await platform.database.withTenant(scope, async (tx) => {
    const draft = await requireDraftPlace(tx, scope, place);
    await lockChanges(tx, scope);
    const stored = await readDraft(tx, scope, draft.uuid);
    // Nobody sees these any more, and so nobody can replace them.
    const gone = await goneEdits(tx, scope, stored);
    await deleteDraft(
      tx,
      scope,
      draft.uuid,
      gone.map(({ id }) => id),
    );
    const rows = stored.filter((row) => !gone.includes(row));
    const drafted = rows.map(({ edit }) => edit);
    const prepared = await prepareInput(tx, platform, scope, edits, {
      need: 'operate',
      field: 'edits',
      drafted,
    });
    if (!prepared.every((one) => belongsTo(one.place, draft))) throw new Failure('notFound');
    const kept = rows.filter(({ settingId }) => !prepared.some((one) => one.settingId === settingId));
    const replaced = rows.filter((row) => !kept.includes(row)).map(({ id }) => id);
    if (new Set(replaced).symmetricDifference(new Set(replaces)).size > 0)
      throw new Failure('settingConflict');
    const maximum = CONFIGURATION_LIMITS.editsMax;
    if (kept.length + prepared.length > maximum) throw new Failure('limitReached', { maximum });
    const others = await prepareStored(
      tx,
      scope,
      kept.filter(isSeenBy(scope)).map(({ edit }) => edit),
      'view',
    );
    const { present, check } = await readAround(tx, scope, [...others, ...prepared]);
    check(prepared, others);
    await checkSwitches(tx, scope, prepared, overlay(present, others));
    const given = prepared.map((one) => ({ settingId: one.settingId, edit: one.given }));
    await storeSecrets(tx, platform.vault, scope, given, now);
    const written = prepared.map(({ settingId, edit }) => ({
      settingId,
      edit: { ...edit, settingUUID: settingId },
    }));
    await writeDraft(tx, scope, draft, written, now);
    await logDraft(tx, scope, draft, {
      before: null,
      after: prepared.map((one) => nameOf(one, { edits: [...others, ...prepared], present })),
    });
  });
  platform.wakeOutbox();
}

function belongsTo(place: NamedPlace, draft: NamedPlace): boolean {
  return draft.level === 'site' ? place.siteId === draft.uuid : place.organizationId === draft.uuid;
}

/** Removes edits; all that the person sees and may edit when none is named. Returns whether there were any. */
export async function discardDraft(
  platform: Platform,
  scope: Scope,
  { place, draftUUIDs }: { readonly place: DraftPlace; readonly draftUUIDs: readonly string[] },
): Promise<boolean> {
  const changed = await platform.database.withTenant(scope, async (tx) => {
    const draft = await requireDraftPlace(tx, scope, place);
    await lockChanges(tx, scope);
    const rows = (await readDraft(tx, scope, draft.uuid)).filter(isSeenBy(scope));
    const isNamed = draftUUIDs.length > 0;
    const wanted = rows.filter(({ id, edit }) =>
      isNamed ? draftUUIDs.includes(id) : mayOperateKind(scope, edit.kind),
    );
    const prepared = await prepareStored(
      tx,
      scope,
      wanted.map(({ edit }) => edit),
      'operate',
    );
    const seen = new Set(prepared.map(({ settingId }) => settingId));
    const ids = wanted.filter(({ settingId }) => seen.has(settingId)).map(({ id }) => id);
    if (!draftUUIDs.every((id) => ids.includes(id))) throw new Failure('notFound');
    if (ids.length === 0) return false;
    const { present } = await readAround(tx, scope, prepared);
    await deleteDraft(tx, scope, draft.uuid, ids);
    await logDraft(tx, scope, draft, {
      before: prepared.map((one) => nameOf(one, { edits: prepared, present })),
      after: null,
    });
    return true;
  });
  platform.wakeOutbox();
  return changed;
}

/** A draft in the operation log: the names of the edited settings. */
async function logDraft(
  tx: Transaction,
  scope: Scope,
  draft: NamedPlace,
  names: { readonly before: readonly string[] | null; readonly after: readonly string[] | null },
): Promise<void> {
  const object = draft.level === 'site' ? 'site' : 'organization';
  const changes = audit.values({ settings: names.before }, { settings: names.after });
  const place = draft.siteId === null ? { organizations: [draft.uuid] } : { sites: [draft.siteId] };
  await recordOperation(
    tx,
    scope,
    audit.object(object, { id: draft.uuid, name: draft.name }, place, changes),
  );
  await publishEvent(tx, scope.tenant, 'SettingsChanged', {
    siteIds: draft.siteId === null ? [] : [draft.siteId],
    organizationIds: draft.siteId === null ? [draft.uuid] : [],
  });
}
