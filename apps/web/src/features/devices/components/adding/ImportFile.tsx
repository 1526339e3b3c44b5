import { deviceCalls } from '@airloom/contract/devices/devices.calls';
import { LIMITS } from '@airloom/contract/limits';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ignoreCallFailure } from '../../../../shared/api/ignore-call-failure.ts';
import { uploadFile } from '../../../../shared/api/upload.ts';
import { useCommand } from '../../../../shared/api/use-call.ts';
import { FileDrop } from '../../../../shared/form/FileDrop.tsx';
import { type FieldDef, SchemaForm } from '../../../../shared/form/SchemaForm.tsx';
import { useSchemaForm } from '../../../../shared/form/use-schema-form.ts';
import { currentLanguage } from '../../../../shared/i18n/i18n.ts';
import { useFormat } from '../../../../shared/i18n/use-format.ts';
import { useSession } from '../../../../shared/session/session-store.ts';
import { toast } from '../../../../shared/ui/feedback/toast.ts';
import { Icon } from '../../../../shared/ui/Icon.tsx';
import { placeForm } from '../../device-forms.ts';
import { DEVICE_CALLS, useUsualSite } from '../../devices.queries.ts';
import { usePlaceInputs } from '../editing/use-place-inputs.ts';
import type { Outcome } from './RowResults.tsx';

const TYPES = '.xlsx,.xls,.csv';
const TEMPLATE = 'devices';
const MEGABYTE = 1024 * 1024;
/** Progress at which the upload is complete. */
const SENT = 1;

function Templates() {
  const { t } = useTranslation();
  const urls = useSession((state) => state.urls);
  if (urls === null) return null;
  return (
    <p className="devices-templates">
      {t('devices-pages.import.template')}{' '}
      {(['xlsx', 'csv'] as const).map((format) => (
        <a
          key={format}
          href={`${urls.templateUrl}/${TEMPLATE}.${format}?language=${currentLanguage()}`}
          download
        >
          {`${TEMPLATE}.${format}`}
        </a>
      ))}
    </p>
  );
}

/** Imports a spreadsheet with one device per row. Valid rows are added even when others are refused. */
export function ImportFile({ onAdded }: { onAdded(outcome: Outcome): void }) {
  const { t } = useTranslation();
  const format = useFormat();
  const storageUrl = useSession((state) => state.urls?.storageUrl);
  const [sent, setSent] = useState<number | null>(null);
  const picked = useRef<File | null>(null);
  const leaving = useRef(new AbortController());
  const importing = useCommand(deviceCalls.importDevices, { refresh: DEVICE_CALLS });
  useEffect(() => {
    const controller = new AbortController();
    leaving.current = controller;
    return () => controller.abort();
  }, []);

  const form = useSchemaForm({
    schema: placeForm,
    initial: { siteUUID: useUsualSite(), groupUUID: null },
    async submit(place) {
      const { current: file } = picked;
      if (file === null || storageUrl === undefined) return;
      setSent(0);
      try {
        const fileUUID = await uploadFile({
          url: storageUrl,
          kind: 'deviceImport',
          file,
          onProgress: setSent,
          signal: leaving.current.signal,
        });
        setSent(SENT);
        onAdded(await importing.run({ ...place, fileUUID }));
      } finally {
        setSent(null);
      }
    },
  });
  const place = usePlaceInputs(form.values.siteUUID, () => form.set('groupUUID', null));
  const fields: readonly FieldDef<typeof placeForm>[] = [
    { name: 'siteUUID', label: 'devices.column.siteName', input: place.site },
    { name: 'groupUUID', label: 'devices.column.groupName', input: place.group },
  ];

  function take(file: File | undefined): void {
    if (file === undefined || sent !== null) return;
    if (file.size > LIMITS.sheet.importMaxBytes) {
      toast.error(t('devices-pages.import.tooBig', { megabytes: LIMITS.sheet.importMaxBytes / MEGABYTE }));
      return;
    }
    picked.current = file;
    void ignoreCallFailure(form.submit());
  }

  return (
    <div className="devices-stack">
      <p>
        {t('devices-pages.import.lead', {
          rows: format.number(LIMITS.sheet.importRowsMax),
          megabytes: LIMITS.sheet.importMaxBytes / MEGABYTE,
        })}
      </p>
      <Templates />
      <SchemaForm form={form} fields={fields} columns={2} />
      <FileDrop accept={TYPES} disabled={sent !== null} onFiles={([file]) => take(file)}>
        <Icon name="sheet" size={28} />
        <span>{t('devices-pages.import.drop')}</span>
      </FileDrop>
      {sent !== null && (
        <output className="devices-progress">
          <progress
            value={sent === SENT ? undefined : sent}
            aria-label={t('devices-pages.import.progress')}
          />
          {sent === SENT ? t('devices-pages.import.reading') : t('devices-pages.import.sending')}
        </output>
      )}
    </div>
  );
}
