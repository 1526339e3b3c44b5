import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import '../../shared/ui/layout/page.css';

/** Shown after a rendering error, with a reload button. */
export function CrashPage() {
  const { t } = useTranslation();
  return (
    <main className="state" role="alert">
      <h1>{t('ui.crash.title')}</h1>
      <p className="state-text">{t('ui.crash.text')}</p>
      <div className="state-actions">
        <Button type="primary" onClick={() => location.reload()}>
          {t('ui.crash.reload')}
        </Button>
      </div>
    </main>
  );
}
