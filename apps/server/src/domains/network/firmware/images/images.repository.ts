import type { DeviceKind } from '@airloom/contract/devices/device-classes';
import type { Firmware } from '@airloom/contract/firmware/firmware.model';
import type { Page } from '@airloom/contract/paging';
import { runsVersion, versionKey } from '@airloom/device-protocol/firmware-version';
import { sql } from 'kysely';
import { sqlBuilder, type Transaction } from '../../../../platform/database/database.ts';
import {
  containing,
  type PageRequest,
  readPage,
  type Sorting,
} from '../../../../platform/database/paging.ts';
import type { TenantScope } from '../../../../platform/scope.ts';
import { isAtOrganization } from '../../../people/organizations/index.ts';
import { type Asker, visibleDevices, visibleKinds } from '../../devices/index.ts';

function visibleImages(scope: Asker) {
  return sqlBuilder
    .selectFrom('firmware')
    .where('firmware.tenant_id', '=', scope.tenant)
    .where('firmware.kind', '=', sql<DeviceKind>`any(${visibleKinds(scope)}::text[])`);
}

const MODELS = sql<string[]>`array(
  select model from firmware_model
  where firmware_model.tenant_id = firmware.tenant_id and firmware_model.firmware_id = firmware.id
  order by model_key)`;

/** An account without keys accepts any image; otherwise only images signed by its keys. */
const TRUSTED = sql<boolean>`(
  not exists (select from firmware_key where firmware_key.tenant_id = firmware.tenant_id)
  or exists (select from firmware_key where firmware_key.tenant_id = firmware.tenant_id
    and firmware_key.fingerprint = firmware.key_fingerprint))`;

/** Images for a model that meets this condition. */
function ofModel(condition: ReturnType<typeof sql<boolean>>) {
  return sql<boolean>`exists (
    select from firmware_model where firmware_model.tenant_id = firmware.tenant_id
      and firmware_model.firmware_id = firmware.id and ${condition})`;
}

const SORTING: Sorting = {
  by: { version: sql`lower(firmware.version)`, createdAt: sql.ref('firmware.created_at') },
  usual: '-createdAt',
  id: sql.ref('firmware.id'),
};

export async function listImages(
  tx: Transaction,
  scope: Asker,
  request: PageRequest & Place & { readonly model?: string | undefined },
): Promise<Page<Firmware>> {
  let found = visibleImages(scope);
  if (request.model !== undefined) {
    found = found.where(
      ofModel(sql<boolean>`firmware_model.model_key = ${request.model.trim().toLowerCase()}`),
    );
  }
  if (request.search !== '') {
    const pattern = containing(request.search);
    found = found.where((where) =>
      where.or([
        where('firmware.version', 'ilike', pattern),
        where('firmware.notes', 'ilike', pattern),
        ofModel(sql<boolean>`firmware_model.model ilike ${pattern}`),
      ]),
    );
  }
  const shown = found.select([
    'firmware.id',
    'firmware.kind',
    'firmware.version',
    'firmware.notes',
    'firmware.size',
    'firmware.sha256',
    'firmware.signed_by',
    'firmware.created_at',
    'firmware.created_by_name',
    MODELS.as('models'),
    TRUSTED.as('trusted'),
  ]);
  const { total, rows } = await readPage(tx, request, found, shown, SORTING);
  const devices = await devicesByVersion(
    tx,
    scope,
    request,
    rows.flatMap(({ models }) => models),
  );
  return {
    total,
    rows: rows.map((row) => ({
      firmwareUUID: row.id,
      kind: row.kind,
      models: row.models,
      version: row.version,
      notes: row.notes,
      sizeBytes: Number(row.size),
      sha256: row.sha256,
      signedBy: row.signed_by,
      trusted: row.trusted,
      createdAt: row.created_at.toISOString(),
      createdBy: row.created_by_name,
      ...countsOf(row, devices),
    })),
  };
}

interface Counted {
  readonly kind: DeviceKind;
  readonly model: string;
  readonly version: string;
  readonly count: number;
}

interface Place {
  readonly enterpriseUUID?: string | undefined;
  readonly siteUUID?: string | undefined;
}

function devicesByVersion(
  tx: Transaction,
  scope: Asker,
  { enterpriseUUID, siteUUID }: Place,
  models: readonly string[],
): Promise<Counted[]> {
  let devices = visibleDevices(scope);
  if (siteUUID !== undefined) devices = devices.where('device.site_id', '=', siteUUID);
  if (enterpriseUUID !== undefined) {
    devices = devices.where(isAtOrganization(scope, 'device.site_id', enterpriseUUID));
  }
  return tx.all(
    devices
      .select([
        'device.kind',
        sql<string>`lower(device.model)`.as('model'),
        'device.version',
        sql<number>`count(*)::int`.as('count'),
      ])
      .where(
        sql<string>`lower(device.model)`,
        '=',
        sql<string>`any(${models.map((model) => model.toLowerCase())}::text[])`,
      )
      .groupBy(['device.kind', sql`lower(device.model)`, 'device.version']),
  );
}

function countsOf(
  {
    kind,
    models,
    version,
  }: { readonly kind: DeviceKind; readonly models: string[]; readonly version: string },
  devices: readonly Counted[],
): Pick<Firmware, 'running' | 'others'> {
  const fitting = new Set(models.map((model) => model.toLowerCase()));
  let running = 0;
  let others = 0;
  for (const device of devices) {
    if (device.kind !== kind || !fitting.has(device.model)) continue;
    if (runsVersion(device.version, version)) running += device.count;
    else others += device.count;
  }
  return { running, others };
}

export interface NewImage {
  readonly id: string;
  readonly kind: DeviceKind;
  readonly models: readonly string[];
  readonly version: string;
  readonly notes: string;
  readonly fileId: string;
  readonly size: number;
  readonly sha256: string;
  readonly signature: string;
  readonly signer: { readonly name: string; readonly fingerprint: string } | null;
  readonly by: string;
  readonly now: Date;
}

export async function insertImage(tx: Transaction, { tenant }: TenantScope, image: NewImage): Promise<void> {
  await tx.run(
    sqlBuilder.insertInto('firmware').values({
      tenant_id: tenant,
      id: image.id,
      kind: image.kind,
      version: image.version,
      notes: image.notes,
      file_id: image.fileId,
      size: image.size,
      sha256: image.sha256,
      signature: image.signature,
      key_fingerprint: image.signer?.fingerprint ?? null,
      signed_by: image.signer?.name ?? null,
      created_by_name: image.by,
      created_at: image.now,
    }),
  );
  await tx.run(
    sqlBuilder.insertInto('firmware_model').values(
      image.models.map((model) => ({
        tenant_id: tenant,
        firmware_id: image.id,
        model,
        kind: image.kind,
        version_key: versionKey(image.version),
      })),
    ),
  );
}

export interface LockedImage {
  readonly id: string;
  readonly kind: DeviceKind;
  readonly version: string;
  readonly file_id: string;
  readonly models: string[];
  readonly trusted: boolean;
}

/** `share`: it must still exist at commit; `update`: nothing new may reference it. */
export function lockImage(
  tx: Transaction,
  scope: Asker,
  id: string,
  lock: 'share' | 'update',
): Promise<LockedImage | undefined> {
  const found = visibleImages(scope)
    .select([
      'firmware.id',
      'firmware.kind',
      'firmware.version',
      'firmware.file_id',
      MODELS.as('models'),
      TRUSTED.as('trusted'),
    ])
    .where('firmware.id', '=', id);
  return tx.first(lock === 'share' ? found.forShare() : found.forUpdate());
}

export async function isNeeded(tx: Transaction, { tenant }: TenantScope, id: string): Promise<boolean> {
  const campaign = await tx.first(
    sqlBuilder
      .selectFrom('upgrade_campaign')
      .select('id')
      .where('tenant_id', '=', tenant)
      .where('firmware_id', '=', id)
      .where('ended_at', 'is', null)
      .limit(1),
  );
  return campaign !== undefined;
}

export async function deleteImage(tx: Transaction, { tenant }: TenantScope, id: string): Promise<void> {
  await tx.run(sqlBuilder.deleteFrom('firmware').where('tenant_id', '=', tenant).where('id', '=', id));
}
