import { type DraftPlace, settingCalls } from '@airloom/contract/configuration/configuration.calls';
import { useCall } from '../api/use-call.ts';
import { type CurrentSite, SITE } from '../session/current-site.ts';
import { useHolds } from '../session/session-store.ts';

/** The draft of what is selected; null where nothing is. */
export function draftPlaceOf(scope: Pick<CurrentSite, 'id' | 'type'> | null): DraftPlace | null {
  if (scope === null) return null;
  return { level: scope.type === SITE ? 'site' : 'organization', uuid: scope.id };
}

/** Without the permission nothing is read. */
export function useDraft(place: DraftPlace | null) {
  const mayView = useHolds('network_config');
  return useCall(
    settingCalls.listDraft,
    { level: place?.level ?? 'site', placeUUID: place?.uuid ?? '' },
    { enabled: place !== null && mayView },
  );
}
