import { sql } from 'kysely';
import type { Transaction } from '../../../platform/database/database.ts';

export interface EndedCampaign {
  readonly name: string;
  readonly created_by: string;
  readonly succeeded: number;
  readonly left: number;
}

export function findCampaign(
  tx: Transaction,
  tenant: string,
  id: string,
): Promise<EndedCampaign | undefined> {
  return tx.first(sql<EndedCampaign>`
    select campaign.name, campaign.created_by, counts.*
    from upgrade_campaign as campaign, lateral (
      select count(*) filter (where state = 'succeeded')::int as succeeded,
        count(*) filter (where state <> 'succeeded')::int as left
      from upgrade where tenant_id = ${tenant} and campaign_id = campaign.id) as counts
    where campaign.tenant_id = ${tenant} and campaign.id = ${id}`);
}

export interface JoinedPerson {
  readonly name: string;
  readonly invited_by: string;
}

/** Undefined when they have left again. */
export function findJoined(
  tx: Transaction,
  tenant: string,
  { managerId, invitationId }: { readonly managerId: string; readonly invitationId: string },
): Promise<JoinedPerson | undefined> {
  return tx.first(sql<JoinedPerson>`
    select manager.user_name as name, invitation.invited_by
    from invitation join manager on manager.id = ${managerId}
    where invitation.tenant_id = ${tenant} and invitation.id = ${invitationId}`);
}

/** Owners of the account. */
export async function findOwners(tx: Transaction, tenant: string): Promise<string[]> {
  const owners = await tx.all(
    sql<{ id: string }>`select manager_id as id from membership where tenant_id = ${tenant} and owner`,
  );
  return owners.map(({ id }) => id);
}

export interface NamedDevice {
  readonly id: string;
  readonly name: string;
}

/** Sorted by name; without deleted devices. */
export function findDevices(tx: Transaction, tenant: string, ids: readonly string[]): Promise<NamedDevice[]> {
  return tx.all(sql<NamedDevice>`
    select id, name from device
    where tenant_id = ${tenant} and id = any(${ids}::uuid[]) order by sort_name, id`);
}

export async function findTrustedCa(
  tx: Transaction,
  tenant: string,
  id: string,
): Promise<string | undefined> {
  const found = await tx.first(
    sql<{ name: string }>`select name from trusted_ca where tenant_id = ${tenant} and id = ${id}`,
  );
  return found?.name;
}
