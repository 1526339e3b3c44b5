import { NOTICE_MODES, type NoticeMode } from '@airloom/contract/alarms/alarms.model';
import { useTranslation } from 'react-i18next';
import { useModeNames } from '../../../shared/alarms/use-mode-names.ts';
import { WebhooksLink } from '../../../shared/alarms/WebhooksLink.tsx';
import { fewInput } from '../../../shared/form/many-inputs.tsx';
import type { Control } from '../../../shared/form/use-schema-form.ts';
import { useHolds } from '../../../shared/session/session-store.ts';

/** Notification modes of a rule; webhooks are configured elsewhere, so it links there. */
export function RuleModes({ control }: { control: Control<NoticeMode[] | undefined> }) {
  const { t } = useTranslation();
  const names = useModeNames();
  const seesWebhooks = useHolds('alarm_index');
  return (
    <>
      {fewInput(NOTICE_MODES.map((value) => ({ value, label: names[value] })))(control)}
      {control.value?.includes('webhook') && (
        <p className="field-hint">
          {t('alarms.page.rule.webhooksHint')}{' '}
          {seesWebhooks && <WebhooksLink>{t('alarms.page.rule.toWebhooks')}</WebhooksLink>}
        </p>
      )}
    </>
  );
}
