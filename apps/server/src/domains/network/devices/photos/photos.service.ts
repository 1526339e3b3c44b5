import { buffer } from 'node:stream/consumers';
import { PHOTO_LIMITS } from '@airloom/contract/devices/annotations.limits';
import type { DevicePhoto } from '@airloom/contract/devices/photos.calls';
import { audit } from '../../../../platform/audit.ts';
import { inTurn } from '../../../../platform/database/in-turn.ts';
import { Failure, invalidField } from '../../../../platform/failure.ts';
import { cleanImage } from '../../../../platform/files/images/clean-image.ts';
import { isMaker, StoredFiles } from '../../../../platform/files/stored-files.ts';
import { PATHS } from '../../../../platform/http/paths.ts';
import { newId } from '../../../../platform/ids.ts';
import type { Platform } from '../../../../platform/platform.ts';
import type { Scope } from '../../../../platform/scope.ts';
import { loggedDevice } from '../device-change.ts';
import { changeNotes, requireVisible } from '../notes/note-change.ts';
import { lockDevice } from '../presence/locked-devices.repository.ts';
import type { Asker } from '../reach.ts';
import * as repository from './photos.repository.ts';

export function listPhotos(platform: Platform, scope: Scope, deviceUUID: string): Promise<DevicePhoto[]> {
  return platform.database.withTenant(scope, async (tx) => {
    await requireVisible(tx, scope, deviceUUID);
    const rows = await repository.listPhotos(tx, scope, deviceUUID);
    return rows.map((row) => ({
      photoUUID: row.id,
      url: `${PATHS.files}/${row.file_id}`,
      thumbnailUrl: `${PATHS.files}/${row.thumbnail_id}`,
      width: row.width,
      height: row.height,
      size: row.size,
      createdBy: row.created_by_name,
      createdAt: row.created_at.toISOString(),
    }));
  });
}

/** Whether a file is a photo of a device that the person sees. */
export function seesPhoto(
  { database }: Pick<Platform, 'database'>,
  scope: Asker,
  fileId: string,
): Promise<boolean> {
  return database.withTenant(scope, (tx) => repository.isPhotoOfVisible(tx, scope, fileId));
}

interface Given {
  readonly deviceUUID: string;
  readonly fileUUID: string;
  readonly thumbnailUUID: string;
}

export async function addPhoto(platform: Platform, scope: Scope, given: Given): Promise<string> {
  const { deviceUUID, fileUUID, thumbnailUUID } = given;
  if (fileUUID === thumbnailUUID) throw invalidField('thumbnailUUID', 'validation.invalid');
  const [photo, thumbnail] = await Promise.all([
    uploaded(platform, scope, fileUUID),
    uploaded(platform, scope, thumbnailUUID),
  ]);
  if (Math.max(thumbnail.width, thumbnail.height) > PHOTO_LIMITS.thumbnailSideMax) {
    throw invalidField('thumbnailUUID', 'validation.invalid');
  }
  return changeNotes(platform, scope, async (tx) => {
    const device = await lockDevice(tx, scope, deviceUUID);
    // A file belongs to one photo.
    await inTurn(tx, scope, 'photos');
    if (await repository.areUsed(tx, scope, [fileUUID, thumbnailUUID])) throw new Failure('notFound');
    const { perDeviceMax: maximum } = PHOTO_LIMITS;
    if ((await repository.countPhotos(tx, scope, deviceUUID)) >= maximum) {
      throw new Failure('tooManyPhotos', { maximum });
    }
    const id = newId();
    await repository.insertPhoto(tx, scope, {
      id,
      deviceId: deviceUUID,
      fileId: fileUUID,
      thumbnailId: thumbnailUUID,
      ...photo,
      at: platform.now(),
    });
    const change = loggedDevice(device, audit.values(null, { photo: measures(photo) }));
    return { deviceId: deviceUUID, change, answer: id };
  });
}

/** A picture that the person uploaded. */
async function uploaded(
  platform: Platform,
  scope: Scope,
  fileUUID: string,
): Promise<Pick<repository.NewPhoto, 'width' | 'height' | 'size'>> {
  const files = new StoredFiles(platform);
  const file = await files.find(scope, fileUUID);
  if (file === null || file.kind !== 'devicePhoto' || !isMaker(scope, file)) throw new Failure('notFound');
  const image = cleanImage(await buffer(await files.read(file)));
  if (image === null) throw new Failure('fileTypeRefused');
  return { width: image.width, height: image.height, size: file.size };
}

function measures({ width, height }: { readonly width: number; readonly height: number }): string {
  return `${width} × ${height}`;
}

/** Deletes the files last: if the server stops in between, a job finds them. */
export async function deletePhoto(platform: Platform, scope: Scope, photoUUID: string): Promise<void> {
  const fileIds = await changeNotes(platform, scope, async (tx) => {
    const photo = await repository.photoById(tx, scope, photoUUID);
    if (photo === undefined) throw new Failure('notFound');
    const device = await lockDevice(tx, scope, photo.device_id);
    if (!(await repository.deletePhoto(tx, scope, photoUUID))) throw new Failure('notFound');
    return {
      deviceId: device.id,
      change: loggedDevice(device, audit.values({ photo: measures(photo) }, null)),
      answer: [photo.file_id, photo.thumbnail_id],
    };
  });
  const files = new StoredFiles(platform);
  for (const id of fileIds) await files.remove(scope, id);
}
