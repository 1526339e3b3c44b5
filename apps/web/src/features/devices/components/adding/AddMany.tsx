import { DEVICE_KINDS, type DeviceKind } from '@airloom/contract/devices/device-classes';
import { deviceCalls } from '@airloom/contract/devices/devices.calls';
import { DEVICE_LIMITS } from '@airloom/contract/devices/devices.limits';
import { deviceKind } from '@airloom/contract/devices/devices.model';
import { Button } from 'antd';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { useCommand } from '../../../../shared/api/use-call.ts';
import { useKindNames } from '../../../../shared/devices/use-kind-names.ts';
import { selectInput, textAreaInput } from '../../../../shared/form/rich-inputs.tsx';
import { type FieldDef, SchemaForm } from '../../../../shared/form/SchemaForm.tsx';
import { useSchemaForm } from '../../../../shared/form/use-schema-form.ts';
import { placeForm } from '../../device-forms.ts';
import { DEVICE_CALLS, useUsualSite } from '../../devices.queries.ts';
import { parseRows } from '../../paste-rows.ts';
import { withLabel } from '../../wizard/label-text.ts';
import { ScanCamera } from '../../wizard/ScanCamera.tsx';
import { usePlaceInputs } from '../editing/use-place-inputs.ts';
import { PastedPreview } from './PastedPreview.tsx';
import type { Outcome } from './RowResults.tsx';

const listForm = placeForm.extend({
  kind: deviceKind,
  list: z.string().trim().min(1, 'validation.required'),
});
const LINES = 8;
const EXAMPLE = '90-3C-B3-BB-1D-A8; WL12AB34K21501CD56; Lobby\n90:3c:b3:bb:1d:a9';

interface AddManyProps {
  kind: DeviceKind;
  /** Labels can be scanned into the list. */
  scans?: boolean;
  onAdded(outcome: Outcome): void;
}

/** A typed, pasted or scanned list, previewed before it is sent. */
export function AddMany({ kind: usual, scans = false, onAdded }: AddManyProps) {
  const { t } = useTranslation();
  const kinds = useKindNames();
  const add = useCommand(deviceCalls.addDevices, { refresh: DEVICE_CALLS });
  const fieldNames = useMemo(
    () => ({
      kind: t('devices.column.kind'),
      mac: t('devices.column.mac'),
      sn: t('devices.column.sn'),
      name: t('devices.column.name'),
      position: t('devices.column.position'),
      remark: t('devices.column.remark'),
    }),
    [t],
  );
  const read = ({ list, kind }: { list: string; kind: DeviceKind }) =>
    parseRows(list, { kinds, fields: fieldNames, usualKind: kind });
  const form = useSchemaForm({
    schema: listForm,
    initial: { siteUUID: useUsualSite(), groupUUID: null, kind: usual, list: '' },
    async submit({ siteUUID, groupUUID, ...given }) {
      onAdded(await add.run({ siteUUID, groupUUID, rows: read(given) }));
    },
  });
  const rows = read(form.values);
  const place = usePlaceInputs(form.values.siteUUID, () => form.set('groupUUID', null));
  const maximum = DEVICE_LIMITS.addRowsMax;
  const tooMany = rows.length > maximum;

  const fields: readonly FieldDef<typeof listForm>[] = [
    { name: 'siteUUID', label: 'devices.column.siteName', input: place.site },
    { name: 'groupUUID', label: 'devices.column.groupName', input: place.group },
    {
      name: 'kind',
      label: 'devices.column.kind',
      hint: 'devices-pages.add.kindHint',
      wide: true,
      input: selectInput({ choices: DEVICE_KINDS.map((value) => ({ value, label: kinds[value] })) }),
    },
    {
      name: 'list',
      label: 'devices-pages.add.list',
      hint: 'devices-pages.add.listHint',
      wide: true,
      input: textAreaInput({ rows: LINES, placeholder: EXAMPLE }),
    },
  ];

  return (
    <div className="devices-stack">
      {scans && <ScanCamera onLabel={(label) => form.set('list', withLabel(form.values.list, label))} />}
      <SchemaForm form={form} fields={fields} columns={2}>
        <Button
          type="primary"
          htmlType="submit"
          loading={form.pending}
          disabled={rows.length === 0 || tooMany}
        >
          {rows.length === 0
            ? t('devices-pages.add.title')
            : t('devices-pages.add.many', { count: rows.length })}
        </Button>
      </SchemaForm>
      {tooMany && (
        <p className="devices-warning" role="alert">
          {t('devices-pages.add.tooMany', { maximum })}
        </p>
      )}
      {rows.length > 0 && !tooMany && <PastedPreview rows={rows} kinds={kinds} fieldNames={fieldNames} />}
    </div>
  );
}
