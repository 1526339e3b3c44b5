import type { firmwareInput } from '@airloom/contract/firmware/firmware.rules';
import type { z } from 'zod';
import { audit, recordOperation } from '../../../../platform/audit.ts';
import { rethrowUnique } from '../../../../platform/database/unique.ts';
import { Failure, invalidField } from '../../../../platform/failure.ts';
import { type StoredFile, StoredFiles } from '../../../../platform/files/stored-files.ts';
import { newId } from '../../../../platform/ids.ts';
import type { Platform } from '../../../../platform/platform.ts';
import type { Scope } from '../../../../platform/scope.ts';
import { requireOperable } from '../../devices/index.ts';
import { deleteImage as deleteRow, insertImage, isNeeded, lockImage } from './images.repository.ts';
import { trustedKeys } from './keys.service.ts';
import { signatureIn, signerOf, type TrustedKey, withWholeImage } from './signature.ts';

type FirmwareInput = z.output<typeof firmwareInput>;

const rethrowTaken = rethrowUnique({
  firmware_version: 'firmwareVersionTaken',
  firmware_tenant_id_file_id_key: 'firmwareVersionTaken',
});

/** Checks an uploaded image against its hash and signature, and registers it. Returns the name of the signing key. */
export async function createImage(
  platform: Platform,
  scope: Scope,
  input: FirmwareInput,
): Promise<{ firmwareUUID: string; signedBy: string | null }> {
  requireOperable(scope, [input.kind]);
  const files = new StoredFiles(platform);
  const file = await files.find(scope, input.fileUUID);
  if (file === null || file.kind !== 'firmware') throw new Failure('notFound');
  if (file.sha256 !== input.sha256) throw invalidField('sha256', 'validation.sha256Mismatch');
  const keys = await platform.database.withTenant(scope, (tx) => trustedKeys(tx, scope));
  const signer = await signerOfFile(files, file, input.signature, keys);
  const { kind, models, version, notes } = input;
  const id = newId();
  await platform.database
    .withTenant(scope, async (tx) => {
      // Keys may have changed while the signature was checked.
      const now = await trustedKeys(tx, scope);
      const stands =
        signer === null
          ? now.length === 0
          : now.some(({ fingerprint }) => fingerprint === signer.fingerprint);
      if (!stands) throw new Failure('firmwareUntrusted');
      await platform.quotas.require(tx, scope, 'firmwareImages');
      await insertImage(tx, scope, {
        id,
        kind,
        models,
        version,
        notes,
        fileId: file.id,
        size: file.size,
        sha256: file.sha256,
        signature: signer === null ? '' : input.signature.replaceAll(/\s/g, ''),
        signer,
        by: scope.userName,
        now: platform.now(),
      });
      const fields = { deviceKind: kind, models, sha256: file.sha256, signedBy: signer?.name };
      await recordOperation(
        tx,
        scope,
        audit.object('firmware', { id, name: version }, {}, audit.values(null, fields)),
      );
    })
    .catch(rethrowTaken);
  return { firmwareUUID: id, signedBy: signer?.name ?? null };
}

/** Null for an unsigned image, which only an account without keys accepts. */
async function signerOfFile(
  files: StoredFiles,
  file: StoredFile,
  text: string,
  keys: readonly TrustedKey[],
): Promise<TrustedKey | null> {
  if (text === '') {
    if (keys.length > 0) throw invalidField('signature', 'validation.signatureRequired');
    return null;
  }
  const signature = signatureIn(text);
  const signer =
    signature === null || keys.length === 0
      ? null
      : await withWholeImage(
          () => files.read(file),
          file.size,
          (image) => signerOf(image, signature, keys),
        );
  if (signer === null) throw invalidField('signature', 'validation.signatureUnknown');
  return signer;
}

/** Deletes the file last: if the server stops in between, it is found later as unreferenced. */
export async function deleteImage(platform: Platform, scope: Scope, id: string): Promise<void> {
  const fileId = await platform.database.withTenant(scope, async (tx) => {
    const image = await lockImage(tx, scope, id, 'update');
    if (image === undefined) throw new Failure('notFound');
    requireOperable(scope, [image.kind]);
    if (await isNeeded(tx, scope, id)) throw new Failure('firmwareInUse');
    await deleteRow(tx, scope, id);
    const { kind, models, version } = image;
    const changes = audit.values({ deviceKind: kind, models }, null);
    await recordOperation(tx, scope, audit.object('firmware', { id, name: version }, {}, changes));
    return image.file_id;
  });
  await new StoredFiles(platform).remove(scope, fileId);
}
