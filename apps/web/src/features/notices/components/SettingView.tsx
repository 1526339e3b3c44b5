import type { NoticeSetting } from '@airloom/contract/notices/notices.model';
import '../../../shared/alarms/alarm-parts.css';
import { DetailDrawer } from '../../../shared/ui/layout/DetailDrawer.tsx';
import { DateTime } from '../../../shared/ui/Times.tsx';
import { valuesOf } from '../setting-form.ts';
import { useChoices } from './use-choices.ts';
import { useSettingSentence } from './use-setting-sentence.ts';
import { useSettingTexts } from './use-setting-texts.ts';
import { WebhookTroubles } from './WebhookTroubles.tsx';

/** A setting for people who may not change it. */
export default function SettingView({ setting, onClose }: { setting: NoticeSetting; onClose(): void }) {
  const words = useSettingTexts();
  const choices = useChoices(setting);
  const sentenceOf = useSettingSentence();
  return (
    <DetailDrawer
      title={setting.name}
      facts={[
        { label: 'notices-page.setting.whom', value: words.whom(setting) },
        { label: 'notices-page.setting.where', value: words.where(setting) },
        { label: 'notices-page.setting.when', value: words.when(setting) },
        { label: 'notices-page.setting.updatedAt', value: <DateTime at={setting.updatedAt} /> },
      ]}
      onClose={onClose}
    >
      <p className="alarms-says">{sentenceOf(valuesOf(setting), choices)}</p>
      <WebhookTroubles setting={setting} />
    </DetailDrawer>
  );
}
