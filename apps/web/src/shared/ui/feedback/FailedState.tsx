import { COMMON_ERRORS } from '@airloom/contract/common-errors';
import { Button } from 'antd';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { CallFailure } from '../../api/call-failure.ts';
import { failureText } from '../../api/on-failure.ts';
import { CopyText } from '../CopyText.tsx';
import { Icon } from '../Icon.tsx';
import '../layout/page.css';

/** With the names of all permissions, which the pages before signing in do not need. */
const Denied = lazy(async () => ({ default: (await import('./Denied.tsx')).Denied }));

/** What does not exist and what a role may not see are answered alike. */
function Missing() {
  const { t } = useTranslation();
  return (
    <output className="state">
      <Icon name="search" size={28} />
      <span className="state-title">{t('ui.missing.title')}</span>
      <span className="state-text">{t('ui.missing.text')}</span>
    </output>
  );
}

/** Something could not be read: what happened, another try, and the id under which it was logged. */
export function FailedState({ error, retry }: { error: Error; retry?: () => void }) {
  const { t } = useTranslation();
  const failure = error instanceof CallFailure ? error : null;
  if (failure?.data.missing)
    return (
      <Suspense>
        <Denied missing={failure.data.missing} />
      </Suspense>
    );
  if (failure?.is(COMMON_ERRORS.notFound)) return <Missing />;
  return (
    <div className="state" role="alert">
      <Icon name="warning" size={28} />
      <p className="state-title">{t('ui.failed.title')}</p>
      <p className="state-text">{failure ? failureText(failure) : t('ui.failure.system')}</p>
      {retry && (
        <div className="state-actions">
          <Button icon={<Icon name="refresh" />} onClick={retry}>
            {t('ui.failed.retry')}
          </Button>
        </div>
      )}
      {failure?.data.requestId && (
        <p className="state-request">
          {t('ui.failed.requestId')} <CopyText text={failure.data.requestId} />
        </p>
      )}
    </div>
  );
}
