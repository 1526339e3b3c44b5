import { webShellCalls } from '@airloom/contract/web-shell/web-shell.calls';
import { type ShellSettings, shellSettings } from '@airloom/contract/web-shell/web-shell.model';
import { useTranslation } from 'react-i18next';
import { useCall, useCommand } from '../../../shared/api/use-call.ts';
import { numberInput, switchInput } from '../../../shared/form/rich-inputs.tsx';
import { useSchemaForm } from '../../../shared/form/use-schema-form.ts';
import { toast } from '../../../shared/ui/feedback/toast.ts';
import { FormDrawer } from '../../../shared/ui/layout/FormDrawer.tsx';

function SettingsForm({ initial, onClose }: { initial: ShellSettings; onClose(): void }) {
  const { t } = useTranslation();
  const save = useCommand(webShellCalls.saveShellSettings, { refresh: [webShellCalls.viewShellSettings] });
  const form = useSchemaForm({
    schema: shellSettings,
    initial,
    async submit(values) {
      await save.run(values);
      toast.success(t('web-shell.settings.saved'));
    },
  });
  return (
    <FormDrawer
      open
      title={t('web-shell.settings.title')}
      action={t('web-shell.settings.save')}
      form={form}
      fields={[
        {
          name: 'recording',
          label: 'web-shell.settings.record',
          hint: 'web-shell.settings.recordHint',
          input: switchInput(),
        },
        { name: 'keepDays', label: 'web-shell.settings.keepDays', input: numberInput() },
      ]}
      onClose={onClose}
    />
  );
}

/** Whether the account records shells. */
export default function RecordingSettings({ onClose }: { onClose(): void }) {
  const { data } = useCall(webShellCalls.viewShellSettings, {});
  return data === undefined ? null : <SettingsForm initial={data} onClose={onClose} />;
}
