import { DEVICE_KINDS, type DeviceKind } from '@airloom/contract/devices/device-classes';
import { deviceCalls } from '@airloom/contract/devices/devices.calls';
import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CallFailure } from '../../../../shared/api/call-failure.ts';
import { useCommand } from '../../../../shared/api/use-call.ts';
import { useKindNames } from '../../../../shared/devices/use-kind-names.ts';
import { selectInput } from '../../../../shared/form/rich-inputs.tsx';
import { type FieldDef, SchemaForm } from '../../../../shared/form/SchemaForm.tsx';
import { textInput } from '../../../../shared/form/text-inputs.tsx';
import { useSchemaForm } from '../../../../shared/form/use-schema-form.ts';
import { toast } from '../../../../shared/ui/feedback/toast.ts';
import { ADD_FORMS } from '../../device-forms.ts';
import { DEVICE_CALLS, useUsualSite } from '../../devices.queries.ts';
import { usePlaceInputs } from '../editing/use-place-inputs.ts';
import type { Outcome } from './RowResults.tsx';

type AddForm = (typeof ADD_FORMS)[DeviceKind];

/** Adds one device; its problems are shown at the fields. */
export function AddOne({ kind: usual, onAdded }: { kind: DeviceKind; onAdded(outcome: Outcome): void }) {
  const { t } = useTranslation();
  const kinds = useKindNames();
  const [kind, setKind] = useState(usual);
  const add = useCommand(deviceCalls.addDevices, { refresh: DEVICE_CALLS });
  const form = useSchemaForm<AddForm>({
    schema: ADD_FORMS[kind],
    initial: {
      siteUUID: useUsualSite(),
      groupUUID: null,
      kind,
      mac: '',
      sn: '',
      name: '',
      position: '',
      remark: '',
    },
    async submit({ siteUUID, groupUUID, ...row }) {
      const outcome = await add.run({ siteUUID, groupUUID, rows: [row] });
      const problem = outcome.rows[0]?.problem;
      if (problem) {
        const { field, key, values } = problem;
        throw new CallFailure('refused', { data: { fields: { [field ?? '']: { key, values } } } });
      }
      toast.success(t('devices-pages.add.added', { count: 1 }));
      onAdded(outcome);
    },
  });
  const place = usePlaceInputs(form.values.siteUUID, () => form.set('groupUUID', null));
  const kindPicker = selectInput({
    choices: DEVICE_KINDS.map((value) => ({ value, label: kinds[value] })),
  });
  const fields: readonly FieldDef<AddForm>[] = [
    {
      name: 'mac',
      label: 'devices.column.mac',
      hint: 'devices-pages.add.macHint',
      input: textInput({ code: true, autoComplete: 'off' }),
    },
    {
      name: 'kind',
      label: 'devices.column.kind',
      input: (control) =>
        kindPicker({
          ...control,
          onChange(value) {
            if (value === undefined) return;
            control.onChange(value);
            setKind(value);
          },
        }),
    },
    { name: 'siteUUID', label: 'devices.column.siteName', input: place.site },
    { name: 'name', label: 'devices.column.name', input: textInput({ autoComplete: 'off' }) },
    {
      name: 'sn',
      label: 'devices.column.sn',
      input: textInput({ code: true, autoComplete: 'off' }),
    },
    { name: 'groupUUID', label: 'devices.column.groupName', input: place.group },
    { name: 'position', label: 'devices.column.position', input: textInput({ autoComplete: 'off' }) },
    { name: 'remark', label: 'devices.column.remark', input: textInput({ autoComplete: 'off' }) },
  ];
  return (
    <SchemaForm form={form} fields={fields} columns={2}>
      <Button type="primary" htmlType="submit" loading={form.pending}>
        {t('devices-pages.add.one')}
      </Button>
    </SchemaForm>
  );
}
