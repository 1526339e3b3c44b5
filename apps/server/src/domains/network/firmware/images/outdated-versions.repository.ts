import type { DeviceKind } from '@airloom/contract/devices/device-classes';
import { runsVersion, versionKey } from '@airloom/device-protocol/firmware-version';
import { sql } from 'kysely';
import type { Transaction } from '../../../../platform/database/database.ts';
import type { TenantScope } from '../../../../platform/scope.ts';

/** What devices of a model report; `model` in lower case. */
export interface ModelVersion {
  readonly kind: DeviceKind;
  readonly model: string;
  readonly version: string;
}

/** Versions that devices report and that are older than the newest image for their model. */
export async function outdatedVersions(tx: Transaction, { tenant }: TenantScope): Promise<ModelVersion[]> {
  const images = await tx.all(sql<ModelVersion>`
    select kind, model_key as model, version_key as version from firmware_model where tenant_id = ${tenant}`);
  if (images.length === 0) return [];
  const newest = newestByModel(images);
  const reported = await tx.all(sql<ModelVersion>`
    select distinct kind, lower(model) as model, version from device
    where tenant_id = ${tenant} and version <> '' and lower(model) = any(${images.map(({ model }) => model)}::text[])`);
  return reported.filter((device) => {
    const image = newest.get(keyOf(device));
    return image !== undefined && isOlder(device.version, image);
  });
}

const naturally = new Intl.Collator('en', { numeric: true });

function keyOf({ kind, model }: ModelVersion): string {
  return `${kind} ${model}`;
}

export function newestByModel(images: readonly ModelVersion[]): Map<string, string> {
  const newest = new Map<string, string>();
  for (const image of images) {
    const known = newest.get(keyOf(image));
    if (known === undefined || naturally.compare(image.version, known) > 0)
      newest.set(keyOf(image), image.version);
  }
  return newest;
}

/** Whether the reported firmware, such as `OpenWrt 23.05 / TIP-v4.2`, is older than a version. */
export function isOlder(firmware: string, version: string): boolean {
  if (runsVersion(firmware, version)) return false;
  const last = firmware.slice(firmware.lastIndexOf('/') + 1).trim();
  return naturally.compare(versionKey(last.slice(last.lastIndexOf(' ') + 1)), versionKey(version)) < 0;
}
