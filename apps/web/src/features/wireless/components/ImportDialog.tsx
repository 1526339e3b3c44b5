import type { OutputOf } from '@airloom/contract/call';
import type { SettingEdit } from '@airloom/contract/configuration/edits';
import { wirelessCalls } from '@airloom/contract/wireless/wireless.calls';
import { Button } from 'antd';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../shared/api/call.ts';
import { selectInput, textAreaInput } from '../../../shared/form/rich-inputs.tsx';
import { type FieldDef, SchemaForm } from '../../../shared/form/SchemaForm.tsx';
import { useSchemaForm } from '../../../shared/form/use-schema-form.ts';
import { useScope } from '../../../shared/session/use-place.ts';
import { Icon } from '../../../shared/ui/Icon.tsx';
import { Dialog } from '../../../shared/ui/layout/Dialog.tsx';
import { documentIn, foundIn, importForm } from '../import-form.ts';
import { isSame } from '../merge-edits.ts';
import type { NetworkPlace } from '../network-form.ts';
import { useEditBlock } from './use-edit-block.ts';
import { useBandNames, useLevelNames } from './use-names.ts';
import { usePlaces } from './use-places.ts';
import './wireless.css';

type Result = OutputOf<typeof wirelessCalls.readConfiguration>;

/** What was read, and what of it is left out. */
function ReadResult({ edits, ignored }: Result) {
  const { t } = useTranslation();
  const names = useBandNames();
  const { networks, bands } = foundIn(edits);
  return (
    <section className="wireless-import" aria-live="polite">
      <h2>{t('wireless.import.found')}</h2>
      {edits.length === 0 ? (
        <p>{t('wireless.import.nothing')}</p>
      ) : (
        <ul>
          {networks.map((name) => (
            <li key={name}>{t('wireless.import.network', { name })}</li>
          ))}
          {bands.length > 0 && (
            <li>{t('wireless.import.radios', { bands: bands.map((band) => names[band]).join(', ') })}</li>
          )}
        </ul>
      )}
      {ignored.length > 0 && (
        <>
          <h2>{t('wireless.import.ignored')}</h2>
          <p className="wireless-quiet">{t('wireless.import.ignoredText')}</p>
          <ul>
            {ignored.map((path) => (
              <li key={path}>
                <code>{path}</code>
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}

/** Organizations and sites whose networks the person can edit. */
function useChoices() {
  const levels = useLevelNames();
  const { organizations, sites } = usePlaces();
  const mayEditOrganization = useEditBlock('wirelessNetwork')('organization') === undefined;
  const named = (level: NetworkPlace['level'], all: readonly { value: string; label: string }[]) =>
    all.map(({ value, label }) => ({ value, label: `${label} · ${levels[level]}`, level }));
  return [...(mayEditOrganization ? named('organization', organizations) : []), ...named('site', sites)];
}

interface ImportDialogProps {
  onReview(edits: SettingEdit[]): void;
  onClose(): void;
}

/** Reads wireless networks and radio settings from a device configuration, to be reviewed. Mount it only while open. */
export function ImportDialog({ onReview, onClose }: ImportDialogProps) {
  const { t } = useTranslation();
  const formId = useId();
  const fileId = useId();
  const scope = useScope();
  const choices = useChoices();
  const selected = choices.find(({ value }) => value === scope?.id) ?? choices[0];
  const [read, setRead] = useState<{ of: object; result: Result } | null>(null);
  const form = useSchemaForm({
    schema: importForm,
    initial: { placeUUID: selected?.value ?? '', document: '' },
    async submit(values) {
      const level = choices.find(({ value }) => value === values.placeUUID)?.level ?? 'site';
      const result = await call(wirelessCalls.readConfiguration, {
        place: { level, uuid: values.placeUUID },
        document: documentIn(values.document) ?? {},
      });
      setRead({ of: values, result });
    },
  });
  // What was read before the form changed is not what it shows.
  const result = read && isSame(read.of, form.values) ? read.result : null;
  const fields: readonly FieldDef<typeof importForm>[] = [
    {
      name: 'placeUUID',
      label: 'wireless.field.place',
      input: (control) =>
        selectInput({ choices, search: true })({
          ...control,
          onChange: (chosen) => control.onChange(chosen ?? ''),
        }),
    },
    {
      name: 'document',
      label: 'wireless.import.document',
      hint: 'wireless.import.documentHint',
      input: textAreaInput({ rows: 8 }),
    },
  ];

  return (
    <Dialog
      title={t('wireless.import.title')}
      onClose={onClose}
      actions={
        result && result.edits.length > 0 ? (
          <Button type="primary" onClick={() => onReview(result.edits)}>
            {t('wireless.list.review')}
          </Button>
        ) : (
          <Button type="primary" htmlType="submit" form={formId} loading={form.pending}>
            {t('wireless.import.read')}
          </Button>
        )
      }
    >
      <p className="page-note">{t('wireless.import.lead')}</p>
      <SchemaForm id={formId} form={form} fields={fields} />
      <label htmlFor={fileId} className="wireless-import-file">
        <Icon name="upload" /> {t('wireless.import.file')}
        <input
          id={fileId}
          type="file"
          className="visually-hidden"
          accept=".json,application/json"
          onChange={(event) => {
            const [file] = event.target.files ?? [];
            void file?.text().then((text) => form.set('document', text));
            event.target.value = '';
          }}
        />
      </label>
      {result && <ReadResult {...result} />}
    </Dialog>
  );
}
