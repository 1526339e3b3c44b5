import { type SqlBool, sql } from 'kysely';
import { sqlBuilder, type Transaction } from '../../../platform/database/database.ts';
import type { Scope } from '../../../platform/scope.ts';
import type { ScreenPlace } from './narrowed-scope.ts';

function links() {
  return sqlBuilder
    .selectFrom('screen_link')
    .leftJoin('site', (join) =>
      join
        .onRef('site.tenant_id', '=', 'screen_link.tenant_id')
        .onRef('site.id', '=', 'screen_link.site_id')
        .on('site.deleted_at', 'is', null),
    )
    .leftJoin('enterprise', (join) =>
      join
        .onRef('enterprise.tenant_id', '=', 'screen_link.tenant_id')
        .onRef('enterprise.id', '=', 'screen_link.enterprise_id')
        .on('enterprise.deleted_at', 'is', null),
    )
    .select([
      'screen_link.tenant_id',
      'screen_link.id',
      'screen_link.membership_id',
      'screen_link.name',
      'screen_link.enterprise_id',
      'screen_link.site_id',
      'screen_link.addresses',
      'screen_link.created_at',
      'screen_link.expires_at',
      'screen_link.last_used_at',
      'screen_link.last_address',
      'site.enterprise_id as site_enterprise_id',
      'site.name as site_name',
      'enterprise.name as enterprise_name',
    ]);
}

export type ScreenLinkRow = NonNullable<Awaited<ReturnType<typeof linkByToken>>>;

/** Null while the place is in the recycle bin. */
export function placeOf(link: ScreenLinkRow): ScreenPlace | null {
  const { site_id: siteId, site_enterprise_id: parentId, enterprise_id: enterpriseId } = link;
  if (siteId !== null)
    return parentId === null ? null : { enterpriseId: null, site: { id: siteId, enterpriseId: parentId } };
  if (enterpriseId !== null && link.enterprise_name === null) return null;
  return { enterpriseId, site: null };
}

export function placeNameOf(link: ScreenLinkRow): string {
  return link.site_name ?? link.enterprise_name ?? '';
}

export function linkByToken(tx: Transaction, id: string, tokenHash: Buffer, now: Date) {
  return tx.first(
    links()
      .where('screen_link.token_hash', '=', tokenHash)
      .where('screen_link.id', '=', id)
      .where('screen_link.expires_at', '>', now),
  );
}

/** Own links, and those whose place is within reach: the whole of it for a link without a place. */
function isVisible({ reach, membership }: Pick<Scope, 'reach' | 'membership'>) {
  if (reach.kind === 'all') return sql<SqlBool>`true`;
  const column = reach.kind === 'sites' ? sql`screen_link.site_id` : sql`screen_link.enterprise_id`;
  const ids = sql`any(${reach.ids}::uuid[])`;
  const atSite = reach.kind === 'sites' ? sql`false` : sql`site.enterprise_id = ${ids}`;
  return sql<SqlBool>`(screen_link.membership_id = ${membership} or ${column} = ${ids} or ${atSite})`;
}

export function visibleLinks(tx: Transaction, scope: Pick<Scope, 'tenant' | 'reach' | 'membership'>) {
  return tx.all(
    links()
      .where('screen_link.tenant_id', '=', scope.tenant)
      .where(isVisible(scope))
      .orderBy('screen_link.created_at', 'desc')
      .orderBy('screen_link.id'),
  );
}

export interface NewScreenLink {
  readonly id: string;
  readonly name: string;
  readonly enterpriseId: string | null;
  readonly siteId: string | null;
  readonly tokenHash: Buffer;
  readonly addresses: readonly string[];
  readonly createdAt: Date;
  readonly expiresAt: Date;
}

export async function insertLink(
  tx: Transaction,
  { tenant, membership }: Pick<Scope, 'tenant' | 'membership'>,
  link: NewScreenLink,
): Promise<void> {
  await tx.run(
    sqlBuilder.insertInto('screen_link').values({
      tenant_id: tenant,
      membership_id: membership,
      id: link.id,
      name: link.name,
      enterprise_id: link.enterpriseId,
      site_id: link.siteId,
      token_hash: link.tokenHash,
      addresses: [...link.addresses],
      created_at: link.createdAt,
      expires_at: link.expiresAt,
    }),
  );
}

/** A visible link, locked until the transaction ends. */
export function lockLink(tx: Transaction, scope: Pick<Scope, 'tenant' | 'reach' | 'membership'>, id: string) {
  return tx.first(
    links()
      .where('screen_link.tenant_id', '=', scope.tenant)
      .where('screen_link.id', '=', id)
      .where(isVisible(scope))
      .forUpdate('screen_link'),
  );
}

export async function deleteLink(tx: Transaction, tenant: string, id: string): Promise<void> {
  await tx.run(sqlBuilder.deleteFrom('screen_link').where('tenant_id', '=', tenant).where('id', '=', id));
}

export async function touchLink(
  tx: Transaction,
  tenant: string,
  id: string,
  use: { readonly at: Date; readonly address: string },
): Promise<void> {
  await tx.run(
    sqlBuilder
      .updateTable('screen_link')
      .set({ last_used_at: use.at, last_address: use.address })
      .where('tenant_id', '=', tenant)
      .where('id', '=', id),
  );
}

/** Those that displays show, as far as they still exist and have not expired. */
export function openLinks(tx: Transaction, ids: readonly string[], now: Date): Promise<ScreenLinkRow[]> {
  return tx.all(
    links()
      .where('screen_link.id', '=', sql<string>`any(${ids}::uuid[])`)
      .where('screen_link.expires_at', '>', now),
  );
}

export async function deleteExpired(tx: Transaction, until: Date): Promise<void> {
  await tx.run(sqlBuilder.deleteFrom('screen_link').where('expires_at', '<', until));
}
