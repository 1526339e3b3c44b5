import type { Setting } from '@airloom/contract/configuration/configuration.model';
import type { SettingEdit, SettingKind } from '@airloom/contract/configuration/edits';
import { storedSecret } from '@airloom/contract/configuration/secret';
import type { Page } from '@airloom/contract/paging';
import { z } from 'zod';
import { audit, recordOperation } from '../../../../platform/audit.ts';
import type { Transaction } from '../../../../platform/database/database.ts';
import type { PageRequest } from '../../../../platform/database/paging.ts';
import { Failure } from '../../../../platform/failure.ts';
import type { Platform } from '../../../../platform/platform.ts';
import type { Scope } from '../../../../platform/scope.ts';
import { revealSecrets } from '../../settings/index.ts';
import { editOf } from '../edits/prepared-edit.ts';
import { editablePlaces, requireKind } from '../places/place-access.ts';
import { readGroups, readSites } from '../places/places.repository.ts';
import * as repository from './settings.repository.ts';

export function listSettings(
  platform: Platform,
  scope: Scope,
  request: PageRequest & { readonly kind: SettingKind; readonly placeUUID?: string | undefined },
): Promise<Page<Setting>> {
  requireKind(scope, request.kind, 'view');
  return platform.database.withTenant(scope, async (tx) => {
    const { total, rows } = await repository.listSettings(tx, scope, request);
    const edits = await withVisibleTargets(tx, scope, rows.map(editOf));
    return {
      total,
      rows: rows.map((row, nth) => ({
        settingUUID: row.id,
        version: row.version,
        place: { level: row.level, uuid: row.placeId, name: row.placeName },
        edit: edits[nth] ?? editOf(row),
        updatedBy: row.updatedByName,
        updatedAt: row.updatedAt.toISOString(),
      })),
    };
  });
}

/** Networks of an organization name their sites and device groups: those out of reach are left out. */
async function withVisibleTargets(
  tx: Transaction,
  scope: Scope,
  edits: readonly SettingEdit[],
): Promise<SettingEdit[]> {
  if (scope.reach.kind !== 'sites') return [...edits];
  const targets = edits.flatMap((edit) =>
    edit.kind === 'wirelessNetwork' && edit.value !== null ? [edit.value.targets] : [],
  );
  const siteIds = targets.flatMap((one) => (one.kind === 'sites' ? one.siteUUIDs : []));
  const groupIds = targets.flatMap((one) => (one.kind === 'groups' ? one.groupUUIDs : []));
  const seen = new Set(
    [...(await readSites(tx, scope, [], siteIds)), ...(await readGroups(tx, scope, groupIds))].map(
      ({ id }) => id,
    ),
  );
  const isSeen = (id: string) => seen.has(id);
  return edits.map((edit) => {
    if (edit.kind !== 'wirelessNetwork' || edit.value === null) return edit;
    const { targets: own } = edit.value;
    if (own.kind === 'sites') {
      const siteUUIDs = own.siteUUIDs.filter(isSeen);
      return { ...edit, value: { ...edit.value, targets: { kind: 'sites', siteUUIDs } } };
    }
    if (own.kind !== 'groups') return edit;
    const groupUUIDs = own.groupUUIDs.filter(isSeen);
    return { ...edit, value: { ...edit.value, targets: { kind: 'groups', groupUUIDs } } };
  });
}

const passwords = z.object({
  password: storedSecret.nullish(),
  privateKeys: z.array(z.object({ name: z.string(), key: storedSecret })).default([]),
});

/** The password of a network, or one of its private keys, to the people who may edit it. */
export function revealSecret(
  platform: Platform,
  scope: Scope,
  { settingUUID, privateKey }: { readonly settingUUID: string; readonly privateKey: string | null },
): Promise<string> {
  return platform.database.withTenant(scope, async (tx) => {
    const setting = await repository.findSetting(tx, scope, settingUUID);
    if (setting === undefined || !HAVE_PASSWORDS.includes(setting.kind)) throw new Failure('notFound');
    const place = { level: setting.level, uuid: setting.placeId };
    const { siteId, organizationId } = (await editablePlaces(tx, scope, [place]))(place);
    const { password, privateKeys } = passwords.parse(setting.value);
    const stored = privateKey === null ? password : privateKeys.find(({ name }) => name === privateKey)?.key;
    if (stored == null) throw new Failure('notFound');
    const secret = (await revealSecrets(tx, platform.vault, scope, [stored.digest])).get(stored.digest);
    if (secret === undefined) throw new Failure('notFound');
    const viewed = privateKey === null ? 'password' : privateKey;
    await recordOperation(
      tx,
      scope,
      audit.object(
        'setting',
        setting,
        { sites: [siteId], organizations: [organizationId] },
        audit.values(null, { viewed }),
      ),
    );
    return secret;
  });
}

const HAVE_PASSWORDS: readonly SettingKind[] = ['wirelessNetwork', 'wirelessOverride'];
