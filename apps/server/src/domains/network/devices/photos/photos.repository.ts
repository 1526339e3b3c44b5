import { sql } from 'kysely';
import { sqlBuilder, type Transaction } from '../../../../platform/database/database.ts';
import type { Scope, TenantScope } from '../../../../platform/scope.ts';
import { type Asker, visibleDevices } from '../reach.ts';

function photosOf({ tenant }: TenantScope, deviceId: string) {
  return sqlBuilder
    .selectFrom('device_photo')
    .where('tenant_id', '=', tenant)
    .where('device_id', '=', deviceId);
}

export async function countPhotos(tx: Transaction, scope: TenantScope, deviceId: string): Promise<number> {
  const counted = await tx.first(photosOf(scope, deviceId).select(sql<number>`count(*)::int`.as('count')));
  return counted?.count ?? 0;
}

/** Oldest first. */
export function listPhotos(tx: Transaction, scope: TenantScope, deviceId: string) {
  return tx.all(
    photosOf(scope, deviceId)
      .select(['id', 'file_id', 'thumbnail_id', 'width', 'height', 'size', 'created_by_name', 'created_at'])
      .orderBy('created_at')
      .orderBy('id'),
  );
}

/** Whether a file is a photo, or the thumbnail of one, of a visible device. */
export async function isPhotoOfVisible(tx: Transaction, scope: Asker, fileId: string): Promise<boolean> {
  const found = await tx.first(
    visibleDevices(scope)
      .innerJoin('device_photo', (join) =>
        join
          .onRef('device_photo.tenant_id', '=', 'device.tenant_id')
          .onRef('device_photo.device_id', '=', 'device.id'),
      )
      .select('device.id')
      .where((where) =>
        where.or([
          where('device_photo.file_id', '=', fileId),
          where('device_photo.thumbnail_id', '=', fileId),
        ]),
      ),
  );
  return found !== undefined;
}

/** Whether one of the files belongs to a photo already. */
export async function areUsed(
  tx: Transaction,
  { tenant }: TenantScope,
  fileIds: readonly string[],
): Promise<boolean> {
  const ids = sql<string>`any(${fileIds}::uuid[])`;
  const found = await tx.first(
    sqlBuilder
      .selectFrom('device_photo')
      .select('id')
      .where('tenant_id', '=', tenant)
      .where((where) => where.or([where('file_id', '=', ids), where('thumbnail_id', '=', ids)]))
      .limit(1),
  );
  return found !== undefined;
}

export interface NewPhoto {
  readonly id: string;
  readonly deviceId: string;
  readonly fileId: string;
  readonly thumbnailId: string;
  readonly width: number;
  readonly height: number;
  readonly size: number;
  readonly at: Date;
}

export async function insertPhoto(
  tx: Transaction,
  scope: Pick<Scope, 'tenant' | 'manager' | 'userName'>,
  photo: NewPhoto,
): Promise<void> {
  await tx.run(
    sqlBuilder.insertInto('device_photo').values({
      tenant_id: scope.tenant,
      id: photo.id,
      device_id: photo.deviceId,
      file_id: photo.fileId,
      thumbnail_id: photo.thumbnailId,
      width: photo.width,
      height: photo.height,
      size: photo.size,
      created_by: scope.manager,
      created_by_name: scope.userName,
      created_at: photo.at,
    }),
  );
}

export function photoById(tx: Transaction, { tenant }: TenantScope, id: string) {
  return tx.first(
    sqlBuilder
      .selectFrom('device_photo')
      .select(['device_id', 'file_id', 'thumbnail_id', 'width', 'height'])
      .where('tenant_id', '=', tenant)
      .where('id', '=', id),
  );
}

/** Returns whether it existed. */
export async function deletePhoto(tx: Transaction, { tenant }: TenantScope, id: string): Promise<boolean> {
  const deleted = await tx.run(
    sqlBuilder.deleteFrom('device_photo').where('tenant_id', '=', tenant).where('id', '=', id),
  );
  return deleted > 0;
}

interface Loose {
  readonly tenant: string;
  readonly id: string;
}

/** Files of no photo: never added to a device, or of a deleted one. */
export function loosePhotos(tx: Transaction, uploadedBefore: Date, atMost: number): Promise<Loose[]> {
  return tx.all(sql<Loose>`
    select stored_file.tenant_id as tenant, stored_file.id from stored_file
    where stored_file.kind = 'devicePhoto' and stored_file.created_at < ${uploadedBefore}
      and not exists (
        select from device_photo
        where device_photo.tenant_id = stored_file.tenant_id and device_photo.file_id = stored_file.id)
      and not exists (
        select from device_photo
        where device_photo.tenant_id = stored_file.tenant_id and device_photo.thumbnail_id = stored_file.id)
    limit ${atMost}`);
}
