import { isOfGuestAccess, type SettingKind } from '@airloom/contract/configuration/edits';
import type { Translate } from '@airloom/messages';

/** When edited settings take effect that change no device now. `changesDevices`: those for devices are rolled out. */
export function effectWords(
  edits: readonly { readonly kind: SettingKind }[],
  changesDevices: boolean,
  t: Translate,
): string[] {
  const ofGuests = edits.filter(({ kind }) => isOfGuestAccess(kind));
  return [
    ...(changesDevices || ofGuests.length === edits.length ? [] : [t('configuration.review.appliesLater')]),
    ...(ofGuests.length === 0 ? [] : [t('configuration.review.withGuestAccess')]),
  ];
}
