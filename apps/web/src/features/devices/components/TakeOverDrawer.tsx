import { deviceCalls } from '@airloom/contract/devices/devices.calls';
import type { Device } from '@airloom/contract/devices/devices.model';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { useCall, useCommand } from '../../../shared/api/use-call.ts';
import { checkboxInput } from '../../../shared/form/rich-inputs.tsx';
import { useSchemaForm } from '../../../shared/form/use-schema-form.ts';
import { FailedState } from '../../../shared/ui/FailedState.tsx';
import { FormDrawer } from '../../../shared/ui/FormDrawer.tsx';
import { Skeleton } from '../../../shared/ui/Skeleton.tsx';
import { toast } from '../../../shared/ui/toast.ts';
import { DEVICE_CALLS } from '../devices.queries.ts';
import { DocumentText } from './DocumentText.tsx';
import { useTellRefused } from './use-tell-refused.ts';

const takeOverForm = z.object({
  understood: z.boolean().refine((value) => value, 'validation.unchecked'),
});

function Preview({ deviceUUID }: { deviceUUID: string }) {
  const { t } = useTranslation();
  const preview = useCall(deviceCalls.previewConfiguration, { deviceUUID });
  if (preview.error) return <FailedState error={preview.error} retry={() => void preview.refetch()} />;
  if (!preview.data) return <Skeleton rows={6} />;
  return (
    <>
      <h3 className="devices-preview-title">{t('devices-pages.takeOver.preview')}</h3>
      <DocumentText
        label={t('devices-pages.takeOver.preview')}
        text={JSON.stringify(preview.data.document, null, 2)}
        low
      />
    </>
  );
}

interface TakeOverDrawerProps {
  /** Devices that run configurations of their own. */
  devices: readonly Device[];
  onDone(): void;
  onClose(): void;
}

/** Shows what devices would be sent, and sends it once that is confirmed. */
export default function TakeOverDrawer({ devices, onDone, onClose }: TakeOverDrawerProps) {
  const { t } = useTranslation();
  const tellRefused = useTellRefused();
  const takeOver = useCommand(deviceCalls.takeOverConfiguration, {
    refresh: [deviceCalls.listConfigurations, ...DEVICE_CALLS],
  });
  const form = useSchemaForm({
    schema: takeOverForm,
    initial: { understood: false },
    async submit() {
      const { changed, refused } = await takeOver.run({
        deviceUUIDs: devices.map(({ deviceUUID }) => deviceUUID),
      });
      if (changed > 0) toast.success(t('devices-pages.takeOver.done', { count: changed }));
      onDone();
      await tellRefused(refused);
    },
  });
  const [only] = devices;
  return (
    <FormDrawer
      open
      wide
      danger
      title={t('devices-pages.takeOver.title', { count: devices.length })}
      action={t('devices-pages.takeOver.action')}
      form={form}
      fields={[
        {
          name: 'understood',
          label: 'devices-pages.takeOver.understood',
          inline: true,
          wide: true,
          input: checkboxInput(),
        },
      ]}
      onClose={onClose}
    >
      <p className="devices-lead">{t('devices-pages.takeOver.lead')}</p>
      <ul className="devices-effects">
        {devices.some(({ kind }) => kind !== 'switch') && <li>{t('devices-pages.takeOver.effectWifi')}</li>}
        <li>{t('devices-pages.takeOver.effectUplink')}</li>
        {devices.some(({ kind }) => kind === 'switch') && <li>{t('devices-pages.takeOver.effectPorts')}</li>}
      </ul>
      {devices.length === 1 && only !== undefined && <Preview deviceUUID={only.deviceUUID} />}
    </FormDrawer>
  );
}
