import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { PublicHeader } from '../../shared/ui/layout/PublicHeader.tsx';
import '../../shared/ui/layout/page.css';

export default function NotFoundPage() {
  const { t } = useTranslation();
  return (
    <>
      <PublicHeader />
      <main className="state" style={{ paddingTop: '20vh' }}>
        <h1>{t('ui.pages.notFound')}</h1>
        <p className="state-text">{t('shell.notFound.text')}</p>
        <Link to="/">{t('shell.notFound.home')}</Link>
      </main>
    </>
  );
}
