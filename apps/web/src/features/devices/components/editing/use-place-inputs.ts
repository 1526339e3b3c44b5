import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { selectInput } from '../../../../shared/form/rich-inputs.tsx';
import type { Control } from '../../../../shared/form/use-schema-form.ts';
import { useSiteChoices } from '../../../../shared/session/use-site-choices.ts';
import { useGroupChoices } from '../../devices.queries.ts';
import { groupInput } from './group-input.tsx';

interface PlaceInputs {
  site(control: Control<string>): ReactNode;
  group(control: Control<string | null>): ReactNode;
}

/** Inputs for a site and one of its groups. `onSite` resets the group. */
export function usePlaceInputs(siteUUID: string, onSite: () => void): PlaceInputs {
  const { t } = useTranslation();
  const sites = useSiteChoices();
  const groups = useGroupChoices(siteUUID);
  const picker = selectInput({ choices: sites, placeholder: t('devices-pages.place.choose'), search: true });
  return {
    site: (control) =>
      picker({
        ...control,
        onChange(value) {
          control.onChange(value ?? '');
          onSite();
        },
      }),
    group: groupInput(groups, t('devices-pages.place.noGroup')),
  };
}
