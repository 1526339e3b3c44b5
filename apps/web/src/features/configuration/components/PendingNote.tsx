import { type ChangeSource, settingCalls } from '@airloom/contract/configuration/configuration.calls';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../../shared/api/use-call.ts';
import { changes } from '../../../shared/configuration/review-summary.ts';

interface PendingNoteProps {
  site: { uuid: string; name: string };
  review(source: ChangeSource): void;
}

/** Devices of a site that wait for settings, counted on the first page of their review. */
export function PendingNote({ site, review }: PendingNoteProps) {
  const { t } = useTranslation();
  const source: ChangeSource = { kind: 'pending', siteUUID: site.uuid };
  const { data } = useCall(settingCalls.reviewChange, { source });
  const count = data?.devices.filter(changes).length ?? 0;
  if (count === 0) return null;
  const values = { count, name: site.name };
  return (
    <div className="config-note">
      <p>
        {data?.next === null
          ? t('configuration-pages.pending.site', values)
          : t('configuration-pages.pending.siteAtLeast', values)}
      </p>
      <Button size="small" onClick={() => review(source)}>
        {t('configuration-pages.pending.review')}
      </Button>
    </div>
  );
}
