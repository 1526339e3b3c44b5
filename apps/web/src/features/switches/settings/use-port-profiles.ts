import { settingCalls } from '@airloom/contract/configuration/configuration.calls';
import type { Setting } from '@airloom/contract/configuration/configuration.model';
import { SWITCH_LIMITS } from '@airloom/contract/devices/devices.limits';
import type { DeviceDetail } from '@airloom/contract/devices/report.model';
import type { SwitchProfiles } from '@airloom/contract/switches/port-values';
import { useMemo } from 'react';
import { useCall } from '../../../shared/api/use-call.ts';
import { valueIn } from './switch-setting.ts';

/** A place has at most so many profiles, so one page holds all of them. */
const ALL = SWITCH_LIMITS.profilesPerPlaceMax;

function useProfilesOf(placeUUID: string | null, isVisible: boolean): readonly Setting[] | undefined {
  const { data } = useCall(
    settingCalls.listSettings,
    { kind: 'portProfile', placeUUID: placeUUID ?? undefined, size: ALL },
    { enabled: placeUUID !== null && isVisible },
  );
  return data?.rows;
}

interface PortProfiles {
  /** Of the organization, then of the site. */
  readonly profiles: readonly Setting[];
  /** The same, to find out what applies to a port. */
  readonly applying: SwitchProfiles;
}

const NONE: readonly Setting[] = [];

/** Port profiles of the site of a switch and of its organization. */
export function usePortProfiles(
  { siteUUID, enterpriseUUID, model, report }: DeviceDetail,
  isVisible = true,
): PortProfiles {
  const ofOrganization = useProfilesOf(enterpriseUUID, isVisible) ?? NONE;
  const ofSite = useProfilesOf(siteUUID, isVisible) ?? NONE;
  return useMemo(() => {
    const profiles = [...ofOrganization, ...ofSite];
    return {
      profiles,
      applying: {
        model,
        ports: (report?.ports ?? []).map(({ name }) => name),
        profiles: profiles.flatMap((setting) => {
          const value = valueIn(setting, 'portProfile');
          return value === null ? [] : [{ id: setting.settingUUID, value }];
        }),
      },
    };
  }, [ofOrganization, ofSite, model, report]);
}
