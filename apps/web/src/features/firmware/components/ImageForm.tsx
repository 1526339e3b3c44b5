import { DEVICE_KINDS } from '@airloom/contract/devices/device-classes';
import { deviceCalls } from '@airloom/contract/devices/devices.calls';
import { firmwareCalls } from '@airloom/contract/firmware/firmware.calls';
import { Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { useCall, useCommand } from '../../../shared/api/use-call.ts';
import { useKindNames } from '../../../shared/devices/use-kind-names.ts';
import { selectInput, textAreaInput } from '../../../shared/form/rich-inputs.tsx';
import type { FieldDef } from '../../../shared/form/SchemaForm.tsx';
import { inputProps, textInput } from '../../../shared/form/text-inputs.tsx';
import { type SchemaForm, useSchemaForm } from '../../../shared/form/use-schema-form.ts';
import { toast } from '../../../shared/ui/feedback/toast.ts';
import { FormDrawer } from '../../../shared/ui/layout/FormDrawer.tsx';
import { type ImageForm as ImageSchema, imageForm, imageOf } from '../image-form.ts';
import { FileInput } from './FileInput.tsx';

function useFields(form: SchemaForm<ImageSchema>): readonly FieldDef<ImageSchema>[] {
  const kinds = useKindNames();
  const counts = useCall(deviceCalls.deviceCounts, {});
  const known = counts.data?.models.filter(({ kind }) => kind === form.values.kind) ?? [];

  return [
    {
      name: 'fileUUID',
      label: 'firmware-pages.image.file',
      hint: 'firmware-pages.image.fileHint',
      wide: true,
      input: (control) => (
        <FileInput
          control={control}
          hash={form.values.computed}
          onHash={(hash) => form.set('computed', hash)}
        />
      ),
    },
    {
      name: 'sha256',
      label: 'firmware-pages.image.sha256',
      hint: 'firmware-pages.image.sha256Hint',
      wide: true,
      input: textInput({ code: true, autoComplete: 'off' }),
    },
    {
      name: 'kind',
      label: 'devices.column.kind',
      input: selectInput({ choices: DEVICE_KINDS.map((value) => ({ value, label: kinds[value] })) }),
    },
    { name: 'version', label: 'firmware-pages.version', input: textInput({ autoComplete: 'off' }) },
    {
      name: 'models',
      label: 'firmware-pages.models',
      hint: 'firmware-pages.image.modelsHint',
      wide: true,
      input: (control) => (
        <Select<string[]>
          {...inputProps(control)}
          mode="tags"
          tokenSeparators={[',', ';']}
          options={known.map(({ model }) => ({ value: model, label: model }))}
          value={control.value}
          onChange={control.onChange}
        />
      ),
    },
    {
      name: 'signature',
      label: 'firmware-pages.image.signature',
      hint: 'firmware-pages.image.signatureHint',
      wide: true,
      input: textAreaInput({ rows: 2 }),
    },
    { name: 'notes', label: 'firmware-pages.image.notes', wide: true, input: textAreaInput() },
  ];
}

/** Form for a new image. */
export function ImageForm({ onClose }: { onClose(): void }) {
  const { t } = useTranslation();
  const creating = useCommand(firmwareCalls.createFirmware, { refresh: [firmwareCalls.listFirmware] });
  const form = useSchemaForm({
    schema: imageForm,
    initial: {
      fileUUID: '',
      kind: 'ap',
      models: [],
      version: '',
      notes: '',
      sha256: '',
      signature: '',
      computed: '',
    },
    async submit(values) {
      const { signedBy } = await creating.run(imageOf(values));
      toast.success(
        signedBy === null
          ? t('firmware-pages.image.created', { version: values.version })
          : t('firmware-pages.image.createdSigned', { version: values.version, name: signedBy }),
      );
    },
  });
  const fields = useFields(form);
  return (
    <FormDrawer
      open
      wide
      title={t('firmware-pages.image.new')}
      action={t('firmware-pages.image.add')}
      form={form}
      fields={fields}
      onClose={onClose}
    />
  );
}
