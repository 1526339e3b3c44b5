import { isOfGuestAccess } from '@airloom/contract/configuration/edits';
import type { Setting } from '@airloom/device-protocol/configuration/resolve';
import type { SettingRow } from './settings.repository.ts';

/** A stored setting as it is resolved; null for kinds that no document contains yet. Values were validated when stored. */
export function settingOf({ id, kind, level, placeId, networkId, value }: SettingRow): Setting | null {
  if (isOfGuestAccess(kind)) return null;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- written by writeSettings only, after validation
  return { id, kind, level, placeId, ...(networkId === null ? {} : { networkId }), value } as Setting;
}
