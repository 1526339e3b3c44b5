import type { DraftPlace } from '@airloom/contract/configuration/configuration.calls';
import { type CurrentSite, SITE } from '../session/current-site.ts';

/** The draft of what is selected; null where nothing is. */
export function draftPlaceOf(scope: Pick<CurrentSite, 'id' | 'type'> | null): DraftPlace | null {
  if (scope === null) return null;
  return { level: scope.type === SITE ? 'site' : 'organization', uuid: scope.id };
}
