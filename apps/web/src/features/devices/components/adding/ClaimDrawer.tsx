import { deviceCalls } from '@airloom/contract/devices/devices.calls';
import type { UnclaimedDevice } from '@airloom/contract/devices/devices.model';
import { useTranslation } from 'react-i18next';
import { useCommand } from '../../../../shared/api/use-call.ts';
import { useSchemaForm } from '../../../../shared/form/use-schema-form.ts';
import { toast } from '../../../../shared/ui/feedback/toast.ts';
import { FormDrawer } from '../../../../shared/ui/layout/FormDrawer.tsx';
import { placeForm } from '../../device-forms.ts';
import { DEVICE_CALLS, useUsualSite } from '../../devices.queries.ts';
import { usePlaceInputs } from '../editing/use-place-inputs.ts';
import { useShowRefused } from '../use-show-refused.ts';

interface ClaimDrawerProps {
  devices: readonly UnclaimedDevice[];
  onDone(): void;
  onClose(): void;
}

export function ClaimDrawer({ devices, onDone, onClose }: ClaimDrawerProps) {
  const { t } = useTranslation();
  const showRefused = useShowRefused();
  const claim = useCommand(deviceCalls.claimDevices, { refresh: DEVICE_CALLS });
  const form = useSchemaForm({
    schema: placeForm,
    initial: { siteUUID: useUsualSite(), groupUUID: null },
    async submit(place) {
      const { claimed, refused } = await claim.run({
        deviceUUIDs: devices.map(({ deviceUUID }) => deviceUUID),
        ...place,
      });
      onDone();
      toast.success(t('devices-pages.unclaimed.claimed', { count: claimed }));
      await showRefused(refused);
    },
  });
  const place = usePlaceInputs(form.values.siteUUID, () => form.set('groupUUID', null));
  return (
    <FormDrawer
      open
      title={t('devices-pages.unclaimed.claimTitle', { count: devices.length })}
      action={t('devices-pages.unclaimed.claim')}
      form={form}
      fields={[
        { name: 'siteUUID', label: 'devices.column.siteName', input: place.site },
        { name: 'groupUUID', label: 'devices.column.groupName', input: place.group },
      ]}
      onClose={onClose}
    />
  );
}
