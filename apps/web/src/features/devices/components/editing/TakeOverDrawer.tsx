import { deviceCalls } from '@airloom/contract/devices/devices.calls';
import type { Device } from '@airloom/contract/devices/devices.model';
import { useQueries } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { CallFailure } from '../../../../shared/api/call-failure.ts';
import { failureText } from '../../../../shared/api/on-failure.ts';
import { callQuery } from '../../../../shared/api/query-client.ts';
import { useCommand } from '../../../../shared/api/use-call.ts';
import { checkboxInput } from '../../../../shared/form/rich-inputs.tsx';
import { useSchemaForm } from '../../../../shared/form/use-schema-form.ts';
import { useFormat } from '../../../../shared/i18n/use-format.ts';
import { Skeleton } from '../../../../shared/ui/feedback/Skeleton.tsx';
import { toast } from '../../../../shared/ui/feedback/toast.ts';
import { FormDrawer } from '../../../../shared/ui/layout/FormDrawer.tsx';
import { DEVICE_CALLS } from '../../devices.queries.ts';
import { type Previews, sortPreviews } from '../../take-over-previews.ts';
import { useShowRefused } from '../use-show-refused.ts';
import { DocumentText } from './DocumentText.tsx';

const takeOverForm = z.object({
  understood: z.boolean().refine((value) => value, 'validation.unchecked'),
});

/** Documents of the devices; that of a single one is open. */
function Documents({ ready }: Pick<Previews, 'ready'>) {
  const { t } = useTranslation();
  return (
    <>
      <h2 className="devices-preview-title">{t('devices-pages.takeOver.preview')}</h2>
      {ready.map(({ device, preview }) => (
        <details key={device.deviceUUID} className="devices-preview-of" open={ready.length === 1}>
          <summary>{device.name}</summary>
          <DocumentText
            label={t('devices-pages.takeOver.previewOf', { name: device.name })}
            text={JSON.stringify(preview.document, null, 2)}
            low
          />
        </details>
      ))}
    </>
  );
}

function LeftOut({ failed }: Pick<Previews, 'failed'>) {
  const { t } = useTranslation();
  return (
    <div role="alert" className="devices-left-out">
      <p>{t('devices-pages.takeOver.leftOut', { count: failed.length })}</p>
      <ul className="devices-effects">
        {failed.map(({ device, error }) => (
          <li key={device.deviceUUID}>
            {device.name}: {error instanceof CallFailure ? failureText(error) : t('ui.failure.system')}
          </li>
        ))}
      </ul>
    </div>
  );
}

interface TakeOverDrawerProps {
  /** Unmanaged devices. */
  devices: readonly Device[];
  onDone(): void;
  onClose(): void;
}

/** Previews the configurations, and sends them after a confirmation. */
export default function TakeOverDrawer({ devices, onDone, onClose }: TakeOverDrawerProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const showRefused = useShowRefused();
  const states = useQueries({
    queries: devices.map(({ deviceUUID }) => callQuery(deviceCalls.previewConfiguration, { deviceUUID })),
  });
  const { ready, failed, isLoading } = sortPreviews(devices, states);
  const previewed = ready.map(({ device: { deviceUUID }, preview: { digest } }) => ({ deviceUUID, digest }));
  const takeOver = useCommand(deviceCalls.takeOverConfiguration, {
    refresh: [deviceCalls.listConfigurations, ...DEVICE_CALLS],
  });
  const form = useSchemaForm({
    schema: takeOverForm,
    initial: { understood: false },
    async submit() {
      const { changed, refused } = await takeOver
        .run({ devices: previewed })
        .catch(async (error: unknown) => {
          // The documents may have changed: the new previews are shown beside the error.
          await Promise.all(states.map(({ refetch }) => refetch()));
          throw error;
        });
      if (changed > 0) toast.success(t('devices-pages.takeOver.done', { count: changed }));
      onDone();
      await showRefused(refused);
    },
  });
  const allEnabled = ready.filter(({ preview }) => preview.enablesAllPorts).map(({ device }) => device.name);
  const fixed = ready.filter(({ preview }) => preview.fixesPortSpeeds).map(({ device }) => device.name);
  return (
    <FormDrawer
      open
      wide
      danger
      disabled={isLoading || ready.length === 0}
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
        {allEnabled.length > 0 && (
          <li>{t('devices-pages.takeOver.effectPortsEnabled', { names: format.list(allEnabled) })}</li>
        )}
        {fixed.length > 0 && (
          <li>{t('devices-pages.takeOver.effectPortSpeeds', { names: format.list(fixed) })}</li>
        )}
      </ul>
      {failed.length > 0 && <LeftOut failed={failed} />}
      {ready.length > 0 && <Documents ready={ready} />}
      {isLoading && <Skeleton rows={6} />}
    </FormDrawer>
  );
}
