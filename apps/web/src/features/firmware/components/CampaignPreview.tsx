import { firmwareCalls } from '@airloom/contract/firmware/firmware.calls';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import { useCall } from '../../../shared/api/use-call.ts';
import { useUpgradeReason } from '../../../shared/devices/UpgradeState.tsx';
import { RolloutPreview } from '../../../shared/rollout/RolloutPreview.tsx';
import { type CampaignForm, previewOf } from '../campaign-form.ts';

interface CampaignPreviewProps {
  values: z.input<CampaignForm>;
  /** The campaign that is edited. */
  campaignUUID: string | null;
}

const NOTHING = { firmwareUUID: '', target: { kind: 'all' as const } };

/** When the devices of the form would start, and which are left out. */
export function CampaignPreview({ values, campaignUUID }: CampaignPreviewProps) {
  const { t } = useTranslation();
  const reasonOf = useUpgradeReason();
  const input = previewOf(values, campaignUUID);
  const { data, error, refetch } = useCall(firmwareCalls.previewCampaign, input ?? NOTHING, {
    enabled: input !== null,
  });
  if (input === null) {
    return values.firmwareUUID === '' ? (
      <p className="firmware-quiet">{t('rollout.preview.waiting')}</p>
    ) : null;
  }
  return (
    <RolloutPreview
      preview={
        data && {
          ...data,
          leftOut: data.leftOut.map((one) => ({
            ...one,
            reason: reasonOf({ reason: one.reason, text: '' }),
          })),
        }
      }
      error={error}
      retry={() => void refetch()}
      isNow={values.start.mode === 'now'}
    />
  );
}
