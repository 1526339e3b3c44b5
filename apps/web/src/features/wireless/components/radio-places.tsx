import { Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { CHOICE_SEARCH } from '../../../shared/form/choice-search.ts';
import { usePlace } from '../../../shared/session/use-place.ts';
import { useSiteChoices } from '../../../shared/session/use-site-choices.ts';
import { useDeviceSearch } from './use-device-search.ts';
import { useGroupSearch } from './use-group-search.ts';
import { useLevelNames } from './use-names.ts';
import './wireless.css';

/** A place with radios, and the places above it, the most general first. */
export interface RadioPlace {
  uuid: string;
  siteUUID: string;
  above: readonly string[];
}

interface Choices {
  options: readonly { value: string; label: string; place: RadioPlace }[];
  isPending: boolean;
  /** Looks for others than those listed. */
  search?: (typed: string) => void;
}

export function useSitePlaces(): Choices {
  const sites = useSiteChoices();
  const { siteUUID } = usePlace();
  const options = sites.map((site) => ({
    ...site,
    place: { uuid: site.value, siteUUID: site.value, above: [] },
  }));
  const selected = options.filter(({ value }) => value === siteUUID);
  const others = options.filter(({ value }) => value !== siteUUID);
  return { options: [...selected, ...others], isPending: false };
}

/** The chosen group is listed even if a search leaves it out. */
export function useGroupPlaces(chosen: string | null): Choices {
  const { groups, isPending, search } = useGroupSearch(usePlace(), chosen === null ? [] : [chosen]);
  return {
    isPending,
    search,
    options: groups.map(({ groupUUID, siteUUID, name, siteName }) => ({
      value: groupUUID,
      label: `${name} · ${siteName}`,
      place: { uuid: groupUUID, siteUUID, above: [siteUUID] },
    })),
  };
}

/** The chosen access point is listed even if a search leaves it out. */
export function useDevicePlaces(chosen: string | null): Choices {
  const { devices, isPending, search } = useDeviceSearch('ap', chosen);
  return {
    isPending,
    search,
    options: devices.flatMap(({ deviceUUID, name, siteName, siteUUID, groupUUID }) =>
      siteUUID === null
        ? []
        : [
            {
              value: deviceUUID,
              label: `${name} · ${siteName}`,
              place: {
                uuid: deviceUUID,
                siteUUID,
                above: [siteUUID, ...(groupUUID === null ? [] : [groupUUID])],
              },
            },
          ],
    ),
  };
}

interface PlaceSelectProps {
  level: 'site' | 'group' | 'device';
  choices: Choices;
  value: string | undefined;
  onChange(value: string): void;
}

export function PlaceSelect({ level, choices, value, onChange }: PlaceSelectProps) {
  const { t } = useTranslation();
  const levels = useLevelNames();
  const { options, isPending, search } = choices;
  return (
    <p className="wireless-choice">
      <Select
        className="wireless-select"
        aria-label={levels[level]}
        placeholder={t('wireless.radio.choose')}
        loading={isPending}
        showSearch={search ? { filterOption: false, onSearch: search } : CHOICE_SEARCH}
        options={options.map((option) => ({ value: option.value, label: option.label }))}
        value={value ?? null}
        onChange={onChange}
      />
    </p>
  );
}
