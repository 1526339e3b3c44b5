import { noticeCalls } from '@airloom/contract/notices/notices.calls';
import type { NoticeSetting } from '@airloom/contract/notices/notices.model';
import { useTranslation } from 'react-i18next';
import '../../../shared/alarms/alarm-parts.css';
import { useCommand } from '../../../shared/api/use-call.ts';
import { useSchemaForm } from '../../../shared/form/use-schema-form.ts';
import { useSeesWholeAccount } from '../../../shared/session/account-reach.ts';
import { useSession } from '../../../shared/session/session-store.ts';
import { toast } from '../../../shared/ui/feedback/toast.ts';
import { FormDrawer } from '../../../shared/ui/layout/FormDrawer.tsx';
import { SETTING_CALLS } from '../notices.queries.ts';
import { emptySetting, settingForm, valuesOf } from '../setting-form.ts';
import { useChoices } from './use-choices.ts';
import { useSettingFields } from './use-setting-fields.tsx';
import { useSettingSentence } from './use-setting-sentence.ts';
import { WebhookTroubles } from './WebhookTroubles.tsx';

interface SettingDrawerProps {
  setting: NoticeSetting | null;
  onClose(): void;
}

/** A new or existing setting; a sentence above the fields describes its effect. */
export default function SettingDrawer({ setting, onClose }: SettingDrawerProps) {
  const { t } = useTranslation();
  const choices = useChoices(setting);
  const sentenceOf = useSettingSentence();
  const seesWhole = useSeesWholeAccount();
  const self = useSession((state) => state.profile?.managerUUID);
  const creating = useCommand(noticeCalls.createNoticeSetting, { refresh: SETTING_CALLS });
  const updating = useCommand(noticeCalls.updateNoticeSetting, { refresh: SETTING_CALLS });
  const form = useSchemaForm({
    schema: settingForm(seesWhole),
    initial: setting ? valuesOf(setting) : emptySetting(self),
    async submit(values) {
      if (setting === null) await creating.run(values);
      else await updating.run({ settingUUID: setting.settingUUID, setting: values });
      toast.success(t('notices-page.setting.saved', { name: values.name }));
    },
  });
  const fields = useSettingFields(form, choices);
  return (
    <FormDrawer
      open
      wide
      title={setting?.name ?? t('notices-page.setting.new')}
      form={form}
      fields={fields}
      onClose={onClose}
    >
      <output className="alarms-says">{sentenceOf(form.values, choices)}</output>
      {setting && <WebhookTroubles setting={setting} />}
    </FormDrawer>
  );
}
