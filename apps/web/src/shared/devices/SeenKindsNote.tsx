import { DEVICE_KINDS, type DeviceKind } from '@airloom/contract/devices/device-classes';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../i18n/use-format.ts';
import { useSeenKinds } from '../session/seen-kinds.ts';
import '../ui/layout/page.css';
import { useKindNames } from './use-kind-names.ts';

/** Which device classes figures are about; null where that is all of them. */
export function useSeenKindsNote(kinds: readonly DeviceKind[]): string | null {
  const { t } = useTranslation();
  const format = useFormat();
  const names = useKindNames();
  if (kinds.length === DEVICE_KINDS.length) return null;
  if (kinds.length === 0) return t('devices.seen.none');
  return t('devices.seen.some', { kinds: format.list(kinds.map((kind) => names[kind])) });
}

/** For lists that leave out what the current role may not see. */
export function SeenKindsNote() {
  const note = useSeenKindsNote(useSeenKinds());
  return note === null ? null : <p className="page-note">{note}</p>;
}
