import { firmwareCalls } from '@airloom/contract/firmware/firmware.calls';
import type { CampaignDetail, Firmware } from '@airloom/contract/firmware/firmware.model';
import { HOUR } from '@airloom/contract/time';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import type { z } from 'zod';
import { useCall, useCommand } from '../../../shared/api/use-call.ts';
import type { CommandDevice } from '../../../shared/devices/device-commands.ts';
import { numberInput, selectInput } from '../../../shared/form/rich-inputs.tsx';
import type { FieldDef } from '../../../shared/form/SchemaForm.tsx';
import { textInput } from '../../../shared/form/text-inputs.tsx';
import { useSchemaForm } from '../../../shared/form/use-schema-form.ts';
import {
  START_MODES,
  type StartMode,
  startOf as startOfCampaign,
  tonight,
} from '../../../shared/rollout/rollout-start.ts';
import { EmptyState } from '../../../shared/ui/feedback/EmptyState.tsx';
import { toast } from '../../../shared/ui/feedback/toast.ts';
import { DetailDrawer } from '../../../shared/ui/layout/DetailDrawer.tsx';
import { FormDrawer } from '../../../shared/ui/layout/FormDrawer.tsx';
import {
  type CampaignForm,
  campaignForm,
  campaignOf,
  editedCampaignOf,
  soonestStart,
} from '../campaign-form.ts';
import { CAMPAIGN_CALLS } from '../firmware.queries.ts';
import { onlyAtATime } from '../upgrade-block.ts';
import { CampaignPreview } from './CampaignPreview.tsx';
import { CampaignStartInput, TargetInput } from './campaign-inputs.tsx';
import './firmware.css';

interface CampaignDrawerFormProps {
  firmwareUUID?: string | undefined;
  /** Preselected devices. */
  devices?: readonly Pick<CommandDevice, 'deviceUUID' | 'model' | 'status'>[] | undefined;
  /** The campaign to edit. */
  campaign?: CampaignDetail | undefined;
  /** With the new campaign, if one was created. */
  onClose(campaignUUID: string | null): void;
}

const IMAGES_MAX = 200;
const STOP_AT_PERCENT = 20;
/** Proposed delay for the upgrade of an offline device. */
const OFFLINE_DELAY_MS = HOUR;
const NONE: readonly never[] = [];
const LOCAL_ONLY: readonly StartMode[] = ['local'];

function startOf(devices: readonly Pick<CommandDevice, 'status'>[]) {
  const now = Date.now();
  const night = tonight(now);
  return onlyAtATime(devices)
    ? { mode: 'at' as const, at: soonestStart(now + OFFLINE_DELAY_MS), ...night }
    : { mode: 'now' as const, at: '', ...night };
}

interface ImageChoice {
  images: readonly Firmware[];
  pending: boolean;
  /** Sites have begun: neither the image nor the kind of start can be changed. */
  hasBegun: boolean;
  /** Devices of the edited campaign. */
  kept: number;
  choose(firmwareUUID: string | undefined): void;
}

function useFields({
  images,
  pending,
  hasBegun,
  kept,
  choose,
}: ImageChoice): readonly FieldDef<CampaignForm>[] {
  const { t } = useTranslation();
  const imageInput = selectInput({
    choices: images.map((image) => ({
      value: image.firmwareUUID,
      label: `${image.version} · ${image.models.join(', ')}`,
      disabled: !image.trusted || hasBegun,
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
      input: (control) => <TargetInput control={control} kept={kept} />,
    },
    {
      name: 'start',
      label: 'firmware-pages.campaign.start',
      wide: true,
      group: true,
      input: (control) => (
        <CampaignStartInput control={control} modes={hasBegun ? LOCAL_ONLY : START_MODES} />
      ),
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

/** Values of an existing campaign. */
function valuesOf(campaign: CampaignDetail): z.input<CampaignForm> {
  return {
    name: campaign.name,
    firmwareUUID: campaign.firmwareUUID,
    target: { kind: 'kept', place: '', deviceUUIDs: [] },
    start: startOfCampaign(campaign, Date.now()),
    waves: campaign.waves.join(', '),
    stopAtFailedPercent: campaign.stopAtFailedPercent,
    retries: campaign.retries,
  };
}

/** Form for a campaign: image, devices, start and waves, with a preview. */
export function CampaignDrawerForm(props: CampaignDrawerFormProps) {
  const { firmwareUUID = '', devices = NONE, campaign: edited, onClose } = props;
  const { t } = useTranslation();
  const images = useCall(firmwareCalls.listFirmware, { size: IMAGES_MAX, sort: '-createdAt' });
  const creating = useCommand(firmwareCalls.createCampaign, { refresh: CAMPAIGN_CALLS });
  const updating = useCommand(firmwareCalls.updateCampaign, { refresh: CAMPAIGN_CALLS });
  /** Name proposed from the image, until it is edited. */
  const proposed = useRef('');
  const campaign = useRef<string | null>(null);
  const models = new Set(devices.map((device) => device.model));
  const fitting = (images.data?.rows ?? []).filter(
    (image) => models.size === 0 || image.models.some((model) => models.has(model)),
  );
  const form = useSchemaForm({
    schema: campaignForm,
    initial: edited
      ? valuesOf(edited)
      : {
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
      if (edited) {
        const { campaignUUID, revision } = edited;
        const done = await updating.run({ ...editedCampaignOf(values), campaignUUID, revision });
        toast.success(t('firmware-pages.campaign.edited', { count: done.devices }));
        campaign.current = campaignUUID;
        return;
      }
      const made = await creating.run(campaignOf(values));
      toast.success(t('firmware-pages.campaign.made', { count: made.devices }));
      if (made.skipped > 0) toast.warning(t('firmware-pages.campaign.skipped', { count: made.skipped }));
      campaign.current = made.campaignUUID;
    },
  });

  function propose(uuid: string | undefined): void {
    const version = images.data?.rows.find((image) => image.firmwareUUID === uuid)?.version;
    if (edited || version === undefined || form.values.name !== proposed.current) return;
    proposed.current = t('firmware-pages.campaign.proposed', { version });
    form.set('name', proposed.current);
  }

  function choose(uuid: string | undefined): void {
    form.set('firmwareUUID', uuid ?? '');
    propose(uuid);
  }

  // An image that was chosen before the form opened also proposes a name.
  const isLoaded = images.data !== undefined;
  // oxlint-disable-next-line react/exhaustive-deps -- once, when the images are there
  useEffect(() => propose(firmwareUUID), [isLoaded]);

  const hasBegun = edited !== undefined && edited.state !== 'scheduled';
  const kept = edited?.total ?? 0;
  const fields = useFields({ images: fitting, pending: images.isPending, hasBegun, kept, choose });
  if (images.data && fitting.length === 0) {
    const title = devices.length > 0 ? t('firmware-pages.campaign.noImage') : t('firmware-pages.image.empty');
    return <NoImage title={title} onClose={() => onClose(null)} />;
  }
  const isNow = form.values.start.mode === 'now';
  const submit = isNow ? t('firmware-pages.campaign.begin') : t('firmware-pages.campaign.schedule');
  return (
    <FormDrawer
      open
      wide
      title={edited ? t('firmware-pages.campaign.editTitle') : t('firmware-pages.campaign.new')}
      action={edited && !isNow ? t('ui.save') : submit}
      form={form}
      fields={fields}
      after={<CampaignPreview values={form.values} campaignUUID={edited?.campaignUUID ?? null} />}
      onClose={() => onClose(campaign.current)}
    >
      {hasBegun && <p className="firmware-quiet">{t('firmware-pages.campaign.begunHint')}</p>}
    </FormDrawer>
  );
}
