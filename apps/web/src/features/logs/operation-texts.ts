import type { LoggedObject } from '@airloom/contract/accounts/operation-log.model';
import type { TextOf } from '@airloom/contract/accounts/operation-log.text';
import { useTranslation } from 'react-i18next';
import { pageOfDevice } from '../../shared/devices/device-page.ts';
import { isMessageKey } from '../../shared/i18n/is-message-key.ts';

/** Texts by keys that come with the log; null for keys that this version does not know. */
export function useTextOf(): TextOf {
  const { t } = useTranslation();
  return (key) => (isMessageKey(key) ? t(key) : null);
}

/** Where a changed object can be opened; null when it no longer exists or has no page. */
export function pageOfObject({ kind, id, name, exists }: LoggedObject): string | null {
  if (!exists) return null;
  const search = new URLSearchParams({ search: name });
  if (kind === 'device') return pageOfDevice(id);
  if (kind === 'site') return `/topnav/site?${search}`;
  if (kind === 'organization') return `/topnav/org?${search}`;
  return null;
}
