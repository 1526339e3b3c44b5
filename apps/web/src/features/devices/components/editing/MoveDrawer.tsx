import { deviceCalls } from '@airloom/contract/devices/devices.calls';
import type { Device } from '@airloom/contract/devices/devices.model';
import { useTranslation } from 'react-i18next';
import { useCommand } from '../../../../shared/api/use-call.ts';
import { useSchemaForm } from '../../../../shared/form/use-schema-form.ts';
import { toast } from '../../../../shared/ui/feedback/toast.ts';
import { FormDrawer } from '../../../../shared/ui/layout/FormDrawer.tsx';
import { placeForm } from '../../device-forms.ts';
import { DEVICE_CALLS } from '../../devices.queries.ts';
import { useShowRefused } from '../use-show-refused.ts';
import { usePlaceInputs } from './use-place-inputs.ts';

interface MoveDrawerProps {
  devices: readonly Device[];
  onDone(): void;
  onClose(): void;
}

export default function MoveDrawer({ devices, onDone, onClose }: MoveDrawerProps) {
  const { t } = useTranslation();
  const showRefused = useShowRefused();
  const move = useCommand(deviceCalls.moveDevices, { refresh: DEVICE_CALLS });
  const form = useSchemaForm({
    schema: placeForm,
    initial: { siteUUID: '', groupUUID: null },
    async submit(place) {
      const { moved, refused } = await move.run({
        deviceUUIDs: devices.map(({ deviceUUID }) => deviceUUID),
        ...place,
      });
      toast.success(t('devices-pages.move.done', { count: moved }));
      onDone();
      await showRefused(refused);
    },
  });
  const place = usePlaceInputs(form.values.siteUUID, () => form.set('groupUUID', null));
  return (
    <FormDrawer
      open
      title={t('devices-pages.move.title', { count: devices.length })}
      action={t('devices-pages.move.action')}
      form={form}
      fields={[
        { name: 'siteUUID', label: 'devices.column.siteName', input: place.site },
        { name: 'groupUUID', label: 'devices.column.groupName', input: place.group },
      ]}
      onClose={onClose}
    >
      <p className="devices-lead">{t('devices-pages.move.lead')}</p>
    </FormDrawer>
  );
}
