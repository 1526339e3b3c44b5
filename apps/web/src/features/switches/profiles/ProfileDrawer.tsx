import type { Setting } from '@airloom/contract/configuration/configuration.model';
import type { SettingEdit } from '@airloom/contract/configuration/edits';
import { MY_SHARES_UUID } from '@airloom/contract/organizations/organizations.model';
import { portFieldsOf } from '@airloom/contract/switches/port.rules';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { selectInput, textAreaInput } from '../../../shared/form/rich-inputs.tsx';
import { textInput } from '../../../shared/form/text-inputs.tsx';
import { useSchemaForm } from '../../../shared/form/use-schema-form.ts';
import { siteTreeQuery } from '../../../shared/session/session-actions.ts';
import { useSession } from '../../../shared/session/session-store.ts';
import { modelsIn, NO_PORT, oneForm, type PortForm, patchOf, profileForm } from '../settings/port-form.ts';
import { SettingDrawer } from '../settings/SettingDrawer.tsx';
import { valueIn } from '../settings/switch-setting.ts';
import { usePortFields } from '../settings/use-port-fields.tsx';
import { useSaving } from '../settings/use-saving.ts';

function formOf(setting: Setting | null): PortForm {
  const value = valueIn(setting, 'portProfile');
  if (setting === null || value === null) return NO_PORT;
  return {
    ...oneForm(value),
    name: value.name,
    place: `${setting.place.level}:${setting.place.uuid}`,
    models: value.models.map(({ model, ports }) => `${model}: ${ports}`).join('\n'),
  };
}

function editOf(setting: Setting | null, form: PortForm): SettingEdit {
  const [level, uuid = ''] = form.place.split(':');
  return {
    kind: 'portProfile',
    settingUUID: setting?.settingUUID ?? null,
    baseVersion: setting?.version ?? null,
    place: level === 'organization' ? { level, uuid } : { level: 'site', uuid },
    value: { ...portFieldsOf(patchOf(form)), name: form.name, models: modelsIn(form.models) ?? [] },
  };
}

/** Organizations and sites that a profile can be defined for. */
function usePlaceChoices() {
  const { t } = useTranslation();
  const { data: tree } = useQuery(siteTreeQuery);
  const reachKind = useSession((state) => state.reachKind);
  const own = tree?.trees.filter(({ enterpriseuuid }) => enterpriseuuid !== MY_SHARES_UUID) ?? [];
  return own.flatMap(({ enterpriseuuid, enterprisename, sites }) => [
    ...(reachKind === 'sites'
      ? []
      : [
          {
            value: `organization:${enterpriseuuid}`,
            label: enterprisename,
            about: t('configuration.level.organization'),
          },
        ]),
    ...sites.map(({ siteuuid, sitename }) => ({
      value: `site:${siteuuid}`,
      label: sitename,
      about: t('configuration.level.site'),
    })),
  ]);
}

interface ProfileDrawerProps {
  /** Null for a new one. */
  setting: Setting | null;
  onClose(): void;
}

export function ProfileDrawer({ setting, onClose }: ProfileDrawerProps) {
  const { t } = useTranslation();
  const [isReviewed, setReviewed] = useState(false);
  const { review, dialog } = useSaving('portProfile', onClose);
  const places = usePlaceChoices();
  const form = useSchemaForm({
    schema: profileForm,
    initial: formOf(setting),
    submit(values) {
      setReviewed(true);
      review(editOf(setting, values));
    },
  });
  const portFields = usePortFields({ several: false, hasPower: true, profiles: null });
  return (
    <>
      <SettingDrawer
        open={!isReviewed}
        title={setting === null ? t('switches.profile.new') : t('switches.profile.edit')}
        form={form}
        fields={[
          {
            name: 'name',
            label: 'configuration.field.profileName',
            required: true,
            input: textInput({ autoComplete: 'off' }),
          },
          {
            name: 'place',
            label: 'switches.profile.place',
            required: true,
            when: () => setting === null,
            input: selectInput<string>({ choices: places, search: true }),
          },
          {
            name: 'models',
            label: 'switches.profile.models',
            hint: 'switches.profile.modelsHint',
            input: textAreaInput({ rows: 2 }),
          },
          ...portFields,
        ]}
        draft={null}
        onClose={onClose}
      />
      {dialog}
    </>
  );
}
