import { PERMISSION_OF_KIND } from '@airloom/contract/configuration/edits';
import type { Transaction } from '../../../../platform/database/database.ts';
import { may, type Scope } from '../../../../platform/scope.ts';
import { mayDeliverTo } from '../places/delivery-access.ts';
import { deliversVlan } from '../review/vlan-devices.ts';
import { countReached, kindsOfChange } from './change-rows.repository.ts';
import type { ChangeEditRow } from './changes.repository.ts';

type PlacedEdit = Pick<ChangeEditRow, 'kind' | 'siteId' | 'organizationId'>;

/**
 * Whether a person may pause, cancel or continue a change: with all its existing sites in reach, the organizations that it
 * edits, and the permissions to apply it. A change without edits delivers pending settings, which need the permissions of
 * its devices; any may deliver management VLANs that waited.
 */
export async function isControllable(
  tx: Transaction,
  scope: Scope,
  { id, siteIds }: { readonly id: string; readonly siteIds: readonly string[] },
  edits: readonly PlacedEdit[],
): Promise<boolean> {
  const isPermitted =
    may(scope, 'network_config:operate') &&
    (edits.length === 0
      ? mayDeliverTo(scope, await kindsOfChange(tx, scope, id))
      : edits.every(({ kind }) => may(scope, `${PERMISSION_OF_KIND[kind]}:operate`)));
  const { reach } = scope;
  if (isPermitted && !may(scope, 'device_manage:operate') && (await deliversVlan(tx, scope, id, siteIds)))
    return false;
  if (!isPermitted || reach.kind === 'all') return isPermitted;
  const ofOrganization = edits.filter(({ siteId }) => siteId === null);
  const reachesOrganizations =
    ofOrganization.length === 0 ||
    (reach.kind === 'enterprises' &&
      ofOrganization.every(({ organizationId }) => reach.ids.includes(organizationId)));
  if (!reachesOrganizations) return false;
  const { reached, existing } = await countReached(tx, scope, siteIds);
  return reached === existing;
}
