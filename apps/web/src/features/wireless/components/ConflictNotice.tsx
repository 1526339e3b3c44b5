import type { Setting } from '@airloom/contract/configuration/configuration.model';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { DifferenceList } from '../../../shared/ui/documents/DifferenceList.tsx';
import { Icon } from '../../../shared/ui/Icon.tsx';
import { TimeAgo } from '../../../shared/ui/Times.tsx';
import { withoutSecrets } from '../without-secrets.ts';
import './wireless.css';

interface ConflictNoticeProps {
  /** Null: it was deleted. */
  newest: Setting | null;
  /** The values of the form. */
  mine: object;
  /** Keeps the person's changes and takes the rest from the newer version. */
  onRebase(): void;
  /** Drops the person's changes. */
  onReload(): void;
}

/** Another person saved the setting while the form was open. */
export function ConflictNotice({ newest, mine, onRebase, onReload }: ConflictNoticeProps) {
  const { t } = useTranslation();
  return (
    <div className="wireless-conflict" role="alert">
      <p className="wireless-conflict-title">
        <Icon name="warning" />{' '}
        {newest === null
          ? t('wireless.conflict.deleted')
          : t('wireless.conflict.title', { name: newest.updatedBy })}{' '}
        {newest && <TimeAgo at={newest.updatedAt} />}
      </p>
      {newest?.edit.value && (
        <DifferenceList
          before={withoutSecrets(newest.edit.value)}
          after={withoutSecrets(mine)}
          texts={{
            none: t('wireless.conflict.same'),
            before: t('wireless.conflict.saved'),
            after: t('wireless.conflict.yours'),
          }}
        />
      )}
      <div className="form-actions">
        <Button onClick={onRebase}>
          {newest === null ? t('wireless.conflict.createAgain') : t('wireless.conflict.rebase')}
        </Button>
        {newest && <Button onClick={onReload}>{t('wireless.conflict.reload')}</Button>}
      </div>
    </div>
  );
}
