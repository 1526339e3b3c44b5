import { sql } from 'kysely';
import { sqlBuilder, type Transaction } from '../../../../platform/database/database.ts';
import type { TenantScope } from '../../../../platform/scope.ts';
import type { NewCampaign } from './campaigns.repository.ts';
import { hasSiteBegun } from './engine.repository.ts';
import type { CampaignKey } from './upgrades.repository.ts';

/** The devices of a campaign, those that were left out included. */
export async function devicesOf(tx: Transaction, { tenant, id }: CampaignKey): Promise<string[]> {
  const rows = await tx.all(sql<{ device_id: string }>`
    select device_id from upgrade where tenant_id = ${tenant} and campaign_id = ${id}`);
  return rows.map(({ device_id }) => device_id);
}

/** Removes the upgrades of a campaign before it is planned again; with `isPartial` only of sites that have not begun. */
export async function forgetNotBegun(
  tx: Transaction,
  { tenant, id }: CampaignKey,
  isPartial: boolean,
): Promise<void> {
  await tx.run(sql`
    delete from upgrade where tenant_id = ${tenant} and campaign_id = ${id}
      and (not ${isPartial}::boolean
        or state in ('waiting', 'cancelled') and started_at is null and not ${hasSiteBegun})`);
}

/** Stores the edited values; a schedule that has started continues. */
export async function replaceCampaign(
  tx: Transaction,
  { tenant }: TenantScope,
  campaign: NewCampaign,
  isPartial: boolean,
): Promise<void> {
  const atOnce = campaign.startAt === null;
  await tx.run(
    sqlBuilder
      .updateTable('upgrade_campaign')
      .set({
        name: campaign.name,
        local_start: campaign.localStart === null ? null : JSON.stringify(campaign.localStart),
        waves: campaign.waves,
        stop_at_failed_percent: campaign.stopAtFailedPercent,
        retries: campaign.retries,
        revision: sql<number>`revision + 1`,
        edited_by: campaign.by.id,
        edited_by_name: campaign.by.name,
        due_at: isPartial ? campaign.now : (campaign.startAt ?? campaign.now),
      })
      .$if(!isPartial, (update) =>
        update.set({
          firmware_id: campaign.firmwareId,
          kind: campaign.kind,
          models: campaign.models,
          version: campaign.version,
          state: atOnce ? 'running' : 'scheduled',
          start_at: campaign.startAt,
          began_at: atOnce ? campaign.now : null,
          wave: atOnce ? 1 : 0,
        }),
      )
      .where('tenant_id', '=', tenant)
      .where('id', '=', campaign.id),
  );
}
