import type { Setting } from '@airloom/contract/configuration/configuration.model';
import type { SettingEdit } from '@airloom/contract/configuration/edits';
import type { DeviceDetail } from '@airloom/contract/devices/report.model';
import { useState } from 'react';
import type { z } from 'zod';
import type { FieldDef } from '../../../shared/form/SchemaForm.tsx';
import { type FormSchema, useSchemaForm } from '../../../shared/form/use-schema-form.ts';
import { SettingDrawer } from './SettingDrawer.tsx';
import type { SwitchKind } from './switch-setting.ts';
import { useSaving } from './use-saving.ts';

export interface EntryDrawerProps<Entry> {
  device: DeviceDetail;
  /** Null for a new one. */
  entry: Entry | null;
  setting: Setting | null;
  onClose(): void;
}

interface SettingFormProps<S extends FormSchema> {
  device: DeviceDetail;
  kind: SwitchKind;
  title: string;
  schema: S;
  initial: z.input<S>;
  fields: readonly FieldDef<S>[];
  editOf(values: z.output<S>): SettingEdit;
  onClose(): void;
}

/** One entry of a setting of a switch: reviewed when it is saved, or added to the draft of the site. */
export function SettingForm<S extends FormSchema>(props: SettingFormProps<S>) {
  const { device, kind, title, schema, initial, fields, editOf, onClose } = props;
  const [isReviewed, setReviewed] = useState(false);
  const { review, dialog } = useSaving(kind, onClose);
  const form = useSchemaForm({
    schema,
    initial,
    submit(values) {
      setReviewed(true);
      review(editOf(values));
    },
  });
  const checked = schema.safeParse(form.values);
  return (
    <>
      <SettingDrawer
        open={!isReviewed}
        title={title}
        form={form}
        fields={fields}
        draft={
          checked.success && form.dirty && device.siteUUID !== null
            ? { edit: editOf(checked.data), siteUUID: device.siteUUID }
            : null
        }
        onClose={onClose}
      />
      {dialog}
    </>
  );
}
