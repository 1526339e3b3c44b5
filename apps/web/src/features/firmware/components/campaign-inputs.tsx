import { deviceCalls } from '@airloom/contract/devices/devices.calls';
import { Radio, Select } from 'antd';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import { useCall } from '../../../shared/api/use-call.ts';
import { CHOICE_SEARCH } from '../../../shared/form/choice-search.ts';
import type { Control } from '../../../shared/form/use-schema-form.ts';
import { RolloutStartInput } from '../../../shared/rollout/RolloutStartInput.tsx';
import type { StartMode } from '../../../shared/rollout/rollout-start.ts';
import { useSiteChoices } from '../../../shared/session/use-site-choices.ts';
import { useClock } from '../../../shared/ui/use-clock.ts';
import { type CampaignForm, soonestStart, TARGET_KINDS, type TargetKind } from '../campaign-form.ts';
import './firmware.css';

type Filled = z.input<CampaignForm>;

function PlaceChoice({ control, kind }: { control: Control<Filled['target']>; kind: 'site' | 'group' }) {
  const { t } = useTranslation();
  const sites = useSiteChoices();
  const groups = useCall(deviceCalls.listGroups, { size: 200, sort: 'name' }, { enabled: kind === 'group' });
  const choices =
    kind === 'site'
      ? sites
      : (groups.data?.rows.map((group) => ({
          value: group.groupUUID,
          label: `${group.name} · ${group.siteName}`,
        })) ?? []);
  return (
    <Select
      aria-label={kind === 'site' ? t('firmware-pages.campaign.site') : t('firmware-pages.campaign.group')}
      aria-invalid={control.invalid}
      aria-describedby={control.describedBy}
      placeholder={kind === 'site' ? t('firmware-pages.campaign.site') : t('firmware-pages.campaign.group')}
      showSearch={CHOICE_SEARCH}
      options={choices.map((choice) => ({ ...choice }))}
      value={control.value.place === '' ? null : control.value.place}
      onChange={(place: string) => control.onChange({ ...control.value, place })}
    />
  );
}

/** Target: the devices of the edited campaign, preselected devices, all of a site or group, or all. */
export function TargetInput({ control, kept }: { control: Control<Filled['target']>; kept: number }) {
  const { t } = useTranslation();
  const { value } = control;
  const chosen = value.deviceUUIDs.length;
  const names: Record<TargetKind, string> = {
    kept: t('firmware-pages.campaign.target.kept', { count: kept }),
    all: t('firmware-pages.campaign.target.all'),
    site: t('firmware-pages.campaign.target.site'),
    group: t('firmware-pages.campaign.target.group'),
    devices: t('firmware-pages.campaign.target.devices', { count: chosen }),
  };
  const kinds = TARGET_KINDS.filter(
    (kind) => (kind !== 'devices' || chosen > 0) && (kind !== 'kept' || kept > 0),
  );
  return (
    <div className="firmware-choice">
      <Radio.Group
        aria-labelledby={`${control.id}-label`}
        options={kinds.map((kind) => ({ value: kind, label: names[kind] }))}
        value={value.kind}
        onChange={(event) => {
          const kind = kinds.find((one) => one === event.target.value);
          if (kind) control.onChange({ ...value, kind, place: '' });
        }}
      />
      {(value.kind === 'site' || value.kind === 'group') && (
        <PlaceChoice key={value.kind} control={control} kind={value.kind} />
      )}
    </div>
  );
}

/** When the campaign starts. */
export function CampaignStartInput({
  control,
  modes,
}: {
  control: Control<Filled['start']>;
  modes: readonly StartMode[];
}) {
  const clock = useClock();
  return <RolloutStartInput control={control} modes={modes} soonest={soonestStart(clock)} />;
}
