import { firmwareCalls } from '@airloom/contract/firmware/firmware.calls';
import type { Firmware } from '@airloom/contract/firmware/firmware.model';
import { HOUR } from '@airloom/contract/time';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useCall, useCommand } from '../../../shared/api/use-call.ts';
import type { CommandDevice } from '../../../shared/devices/device-commands.ts';
import { numberInput, selectInput } from '../../../shared/form/rich-inputs.tsx';
import type { FieldDef } from '../../../shared/form/SchemaForm.tsx';
import { textInput } from '../../../shared/form/text-inputs.tsx';
import { useSchemaForm } from '../../../shared/form/use-schema-form.ts';
import { EmptyState } from '../../../shared/ui/feedback/EmptyState.tsx';
import { toast } from '../../../shared/ui/feedback/toast.ts';
import { DetailDrawer } from '../../../shared/ui/layout/DetailDrawer.tsx';
import { FormDrawer } from '../../../shared/ui/layout/FormDrawer.tsx';
import { type CampaignForm, campaignForm, campaignOf, soonestStart } from '../campaign-form.ts';
import { CAMPAIGN_CALLS } from '../firmware.queries.ts';
import { onlyAtATime } from '../upgrade-block.ts';
import { CampaignStartInput, TargetInput } from './campaign-inputs.tsx';
import './firmware.css';

interface CampaignDrawerFormProps {
  firmwareUUID?: string | undefined;
  /** Preselected devices. */
  devices?: readonly Pick<CommandDevice, 'deviceUUID' | 'model' | 'status'>[] | undefined;
  /** With the new campaign, if one was created. */
  onClose(campaignUUID: string | null): void;
}

const IMAGES_MAX = 200;
const STOP_AT_PERCENT = 20;
/** Proposed delay for the upgrade of an offline device. */
const OFFLINE_DELAY_MS = HOUR;
const NONE: readonly never[] = [];

function startOf(devices: readonly Pick<CommandDevice, 'status'>[]) {
  return onlyAtATime(devices)
    ? { later: true, at: soonestStart(Date.now() + OFFLINE_DELAY_MS) }
    : { later: false, at: '' };
}

interface ImageChoice {
  images: readonly Firmware[];
  pending: boolean;
  choose(firmwareUUID: string | undefined): void;
}

function useFields({ images, pending, choose }: ImageChoice): readonly FieldDef<CampaignForm>[] {
  const { t } = useTranslation();
  const imageInput = selectInput({
    choices: images.map((image) => ({
      value: image.firmwareUUID,
      label: `${image.version} · ${image.models.join(', ')}`,
      disabled: !image.trusted,
    })),
    loading: pending,
    placeholder: t('firmware-pages.campaign.chooseImage'),
  });
  return [
    {
      name: 'firmwareUUID',
      label: 'firmware-pages.campaign.image',
      wide: true,
      input: (control) => imageInput({ ...control, onChange: choose }),
    },
    { name: 'name', label: 'firmware-pages.campaign.name', wide: true, input: textInput() },
    {
      name: 'target',
      label: 'firmware-pages.campaign.targets',
      wide: true,
      group: true,
      input: (control) => <TargetInput control={control} />,
    },
    {
      name: 'start',
      label: 'firmware-pages.campaign.start',
      wide: true,
      group: true,
      input: (control) => <CampaignStartInput control={control} />,
    },
    {
      name: 'waves',
      label: 'firmware-pages.campaign.waves',
      hint: 'firmware-pages.campaign.wavesHint',
      wide: true,
      input: textInput({ placeholder: '10, 50, 100' }),
    },
    {
      name: 'stopAtFailedPercent',
      label: 'firmware-pages.campaign.stopAt',
      hint: 'firmware-pages.campaign.stopAtHint',
      input: numberInput({ suffix: '%' }),
    },
    {
      name: 'retries',
      label: 'firmware-pages.campaign.retries',
      input: numberInput(),
    },
  ];
}

/** Shown while there is no image. */
function NoImage({ title, onClose }: { title: string; onClose(): void }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  return (
    <DetailDrawer wide title={t('firmware-pages.campaign.new')} facts={NONE} onClose={onClose}>
      <EmptyState
        icon="firmware"
        title={title}
        text={t('firmware-pages.image.emptyText')}
        action={{
          id: 'newImage',
          label: t('firmware-pages.image.new'),
          icon: 'upload',
          primary: true,
          needs: 'device_manage:operate',
          run() {
            onClose();
            void navigate('/device/firmware?tab=images&new=image');
          },
        }}
      />
    </DetailDrawer>
  );
}

/** Form for a campaign: image, devices, start and waves. */
export function CampaignDrawerForm(props: CampaignDrawerFormProps) {
  const { firmwareUUID = '', devices = NONE, onClose } = props;
  const { t } = useTranslation();
  const images = useCall(firmwareCalls.listFirmware, { size: IMAGES_MAX, sort: '-createdAt' });
  const creating = useCommand(firmwareCalls.createCampaign, { refresh: CAMPAIGN_CALLS });
  /** Name proposed from the image, until it is edited. */
  const proposed = useRef('');
  const campaign = useRef<string | null>(null);
  const models = new Set(devices.map((device) => device.model));
  const fitting = (images.data?.rows ?? []).filter(
    (image) => models.size === 0 || image.models.some((model) => models.has(model)),
  );
  const form = useSchemaForm({
    schema: campaignForm,
    initial: {
      name: '',
      firmwareUUID,
      target: {
        kind: devices.length > 0 ? 'devices' : 'all',
        place: '',
        deviceUUIDs: devices.map((device) => device.deviceUUID),
      },
      start: startOf(devices),
      waves: '100',
      stopAtFailedPercent: STOP_AT_PERCENT,
      retries: 1,
    },
    async submit(values) {
      const made = await creating.run(campaignOf(values));
      toast.success(t('firmware-pages.campaign.made', { count: made.devices }));
      if (made.skipped > 0) toast.warning(t('firmware-pages.campaign.skipped', { count: made.skipped }));
      campaign.current = made.campaignUUID;
    },
  });

  function choose(uuid: string | undefined): void {
    form.set('firmwareUUID', uuid ?? '');
    const version = images.data?.rows.find((image) => image.firmwareUUID === uuid)?.version;
    if (version === undefined || form.values.name !== proposed.current) return;
    proposed.current = t('firmware-pages.campaign.proposed', { version });
    form.set('name', proposed.current);
  }

  const fields = useFields({ images: fitting, pending: images.isPending, choose });
  if (images.data && fitting.length === 0) {
    const title = devices.length > 0 ? t('firmware-pages.campaign.noImage') : t('firmware-pages.image.empty');
    return <NoImage title={title} onClose={() => onClose(null)} />;
  }
  return (
    <FormDrawer
      open
      wide
      title={t('firmware-pages.campaign.new')}
      action={
        form.values.start.later ? t('firmware-pages.campaign.schedule') : t('firmware-pages.campaign.begin')
      }
      form={form}
      fields={fields}
      onClose={() => onClose(campaign.current)}
    />
  );
}
