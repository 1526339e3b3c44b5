import type { DraftPlace } from '@airloom/contract/configuration/configuration.calls';
import {
  PERMISSION_OF_KIND,
  SETTING_KINDS,
  type SettingKind,
  type SettingPlace,
} from '@airloom/contract/configuration/edits';
import type { Transaction } from '../../../../platform/database/database.ts';
import { Failure } from '../../../../platform/failure.ts';
import { may, type Scope } from '../../../../platform/scope.ts';
import { findPlaces, type NamedPlace } from './places.repository.ts';

/** Kinds of settings that a person may see. */
export function visibleSettingKinds(scope: Pick<Scope, 'grants'>): SettingKind[] {
  return SETTING_KINDS.filter((kind) => may(scope, PERMISSION_OF_KIND[kind]));
}

/** Whether a person may see edits of their kind in a draft. */
export function isSeenBy(
  scope: Pick<Scope, 'grants'>,
): (row: { readonly edit: { readonly kind: SettingKind } }) => boolean {
  const kinds = visibleSettingKinds(scope);
  return ({ edit }) => kinds.includes(edit.kind);
}

export function mayOperateKind(scope: Pick<Scope, 'grants'>, kind: SettingKind): boolean {
  return may(scope, `${PERMISSION_OF_KIND[kind]}:operate`);
}

/** Requires the permission to see or to edit settings of this kind. */
export function requireKind(scope: Pick<Scope, 'grants'>, kind: SettingKind, need: 'view' | 'operate'): void {
  const key = PERMISSION_OF_KIND[kind];
  const missing = need === 'view' ? key : (`${key}:operate` as const);
  if (!may(scope, missing)) throw new Failure('permissionDenied', {}, { missing });
}

/** Settings of an organization are edited with reach over all of it. */
export function mayEdit({ reach }: Pick<Scope, 'reach'>, { level, organizationId }: NamedPlace): boolean {
  if (level !== 'organization' || reach.kind === 'all') return true;
  return reach.kind === 'enterprises' && reach.ids.includes(organizationId);
}

/** The places by level and id. @throws {Failure} when one is not visible, or may not be edited */
export async function editablePlaces(
  tx: Transaction,
  scope: Scope,
  places: readonly SettingPlace[],
): Promise<(place: SettingPlace) => NamedPlace> {
  const found = await findPlaces(tx, scope, places);
  const of = (place: SettingPlace): NamedPlace => {
    const named = found.find(({ level, uuid }) => level === place.level && uuid === place.uuid);
    if (named === undefined) throw new Failure('notFound');
    return named;
  };
  if (!places.map(of).every((place) => mayEdit(scope, place))) throw new Failure('permissionDenied');
  return of;
}

/** The place of a draft, which is shared by the people who may edit there. */
export async function requireDraftPlace(
  tx: Transaction,
  scope: Scope,
  place: DraftPlace,
): Promise<NamedPlace> {
  return (await editablePlaces(tx, scope, [place]))(place);
}
