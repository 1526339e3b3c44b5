import { Radio, Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { CHOICE_SEARCH } from '../../../shared/form/choice-search.ts';
import type { Control } from '../../../shared/form/use-schema-form.ts';
import type { NetworkPlace, NetworkValues } from '../network-form.ts';
import { useGroupSearch } from './use-group-search.ts';
import { useLevelNames } from './use-names.ts';
import { usePlaces } from './use-places.ts';
import './wireless.css';

interface PlaceInputProps {
  control: Control<NetworkPlace>;
  /** Where a stored network is defined does not change. */
  fixed: boolean;
  /** Why the organization cannot be chosen. */
  organizationBlock: string | undefined;
}

export function PlaceInput({ control, fixed, organizationBlock }: PlaceInputProps) {
  const { t } = useTranslation();
  const levels = useLevelNames();
  const { organizations, sites } = usePlaces();
  const { level, uuid } = control.value;
  const choices = level === 'organization' ? organizations : sites;
  if (fixed) {
    const name = choices.find(({ value }) => value === uuid)?.label ?? '';
    return <span id={control.id}>{t('wireless.placeOf', { level: levels[level], name })}</span>;
  }
  return (
    <div className="wireless-rows">
      <Radio.Group
        aria-labelledby={`${control.id}-label`}
        options={[
          {
            value: 'organization',
            label: levels.organization,
            disabled: organizationBlock !== undefined,
            ...(organizationBlock === undefined ? {} : { title: organizationBlock }),
          },
          { value: 'site', label: levels.site },
        ]}
        value={level}
        onChange={(event) => {
          const next = event.target.value === 'organization' ? 'organization' : 'site';
          const site = sites.find(({ value }) => value === uuid);
          const first = next === 'organization' ? (site?.organization ?? organizations[0]?.value) : undefined;
          const inside = sites.find(({ organization }) => organization === uuid) ?? sites[0];
          control.onChange({ level: next, uuid: first ?? inside?.value ?? '' });
        }}
      />
      <Select
        id={control.id}
        aria-label={levels[level]}
        aria-invalid={control.invalid}
        aria-describedby={control.describedBy}
        showSearch={CHOICE_SEARCH}
        options={choices.map(({ value, label }) => ({ value, label }))}
        value={uuid === '' ? null : uuid}
        onChange={(chosen: string) => control.onChange({ level, uuid: chosen })}
      />
    </div>
  );
}

type Targets = NetworkValues['targets'];

/** Which devices of the place carry the network. */
export function TargetsInput({ control, place }: { control: Control<Targets>; place: NetworkPlace }) {
  const { t } = useTranslation();
  const { sites } = usePlaces();
  const { value } = control;
  const { groups, isPending, search } = useGroupSearch(
    place.level === 'site' ? { siteUUID: place.uuid } : { enterpriseUUID: place.uuid },
    value.kind === 'groups' ? value.groupUUIDs : [],
    value.kind === 'groups' && place.uuid !== '',
  );
  const inside = sites.filter(({ organization }) => organization === place.uuid);
  const names = {
    all: place.level === 'site' ? t('wireless.targets.allOfSite') : t('wireless.targets.all'),
    sites: t('wireless.targets.sites'),
    groups: t('wireless.targets.groups'),
  };
  const kinds = place.level === 'site' ? (['all', 'groups'] as const) : (['all', 'sites', 'groups'] as const);
  const select = {
    mode: 'multiple' as const,
    'aria-invalid': control.invalid,
    'aria-describedby': control.describedBy,
    onBlur: control.onBlur,
  };
  return (
    <div className="wireless-rows">
      <Radio.Group
        aria-labelledby={`${control.id}-label`}
        options={kinds.map((kind) => ({ value: kind, label: names[kind] }))}
        value={value.kind}
        onChange={(event) => {
          if (event.target.value === 'sites') control.onChange({ kind: 'sites', siteUUIDs: [] });
          else if (event.target.value === 'groups') control.onChange({ kind: 'groups', groupUUIDs: [] });
          else control.onChange({ kind: 'all' });
        }}
      />
      {value.kind === 'sites' && (
        <Select<string[]>
          {...select}
          showSearch={CHOICE_SEARCH}
          aria-label={names.sites}
          placeholder={names.sites}
          options={inside.map(({ value: uuid, label }) => ({ value: uuid, label }))}
          value={value.siteUUIDs}
          onChange={(siteUUIDs) => control.onChange({ kind: 'sites', siteUUIDs })}
        />
      )}
      {value.kind === 'groups' && (
        <Select<string[]>
          {...select}
          aria-label={names.groups}
          placeholder={names.groups}
          showSearch={{ filterOption: false, onSearch: search }}
          loading={isPending}
          options={groups.map((group) => ({
            value: group.groupUUID,
            label: place.level === 'site' ? group.name : `${group.name} · ${group.siteName}`,
          }))}
          value={value.groupUUIDs}
          onChange={(groupUUIDs) => control.onChange({ kind: 'groups', groupUUIDs })}
        />
      )}
    </div>
  );
}
