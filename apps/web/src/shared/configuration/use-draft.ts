import { type DraftPlace, settingCalls } from '@airloom/contract/configuration/configuration.calls';
import { useCall } from '../api/use-call.ts';
import { useHolds } from '../session/session-store.ts';

/** The edits in a draft. Without the permission nothing is read. */
export function useDraft(place: DraftPlace | null) {
  const mayView = useHolds('network_config');
  return useCall(
    settingCalls.listDraft,
    { level: place?.level ?? 'site', placeUUID: place?.uuid ?? '' },
    { enabled: place !== null && mayView },
  );
}
