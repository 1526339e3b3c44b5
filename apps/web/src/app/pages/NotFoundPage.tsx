import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import '../../shared/ui/page.css';

export default function NotFoundPage() {
  const { t } = useTranslation();
  return (
    <main className="state" style={{ minHeight: '100dvh', alignContent: 'center' }}>
      <h1>{t('nav.notFound')}</h1>
      <p className="state-text">{t('shell.notFound.text')}</p>
      <Link to="/">{t('shell.notFound.home')}</Link>
    </main>
  );
}
