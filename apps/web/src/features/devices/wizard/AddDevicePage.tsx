import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { useHolds } from '../../../shared/session/session-store.ts';
import { useSiteChoices } from '../../../shared/session/use-site-choices.ts';
import { Denied } from '../../../shared/ui/feedback/Denied.tsx';
import { EmptyState } from '../../../shared/ui/feedback/EmptyState.tsx';
import { Skeleton } from '../../../shared/ui/feedback/Skeleton.tsx';
import { Icon } from '../../../shared/ui/Icon.tsx';
import { PageHeader } from '../../../shared/ui/layout/PageHeader.tsx';
import { RefusedAttempts } from './RefusedAttempts.tsx';
import './wizard.css';
import { WAYS, type Way } from './ways.ts';

/** Keeps the site and kind in the address, and drops what belongs to the other way. */
function WayCards({ chosen }: { chosen: Way | undefined }) {
  const { t } = useTranslation();
  const [query] = useSearchParams();
  const addressOf = (way: Way): string => {
    const next = new URLSearchParams({ way: way.id });
    for (const kept of ['at', 'kind']) {
      const value = query.get(kept);
      if (value !== null) next.set(kept, value);
    }
    return `?${next}`;
  };
  return (
    <nav aria-label={t('adding.ways')}>
      <ul className="adding-ways">
        {WAYS.map((way) => (
          <li key={way.id}>
            <Link
              to={addressOf(way)}
              replace={chosen !== undefined}
              className="adding-way card"
              aria-current={way === chosen ? 'step' : undefined}
            >
              <span className="adding-way-icon">
                <Icon name={way.icon} size={20} />
              </span>
              <span className="adding-way-words">
                <span className="adding-way-title">{t(way.title)}</span>
                <span className="adding-way-text">{t(way.text)}</span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** The only place where devices are added: a way, its step, and the devices as they connect. */
export default function AddDevicePage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [query] = useSearchParams();
  const operates = useHolds('device_manage:operate');
  const siteless = useSiteChoices().length === 0;
  const chosen = WAYS.find(({ id }) => id === query.get('way'));
  if (!operates || siteless) {
    return (
      <>
        <PageHeader title={t('adding.title')} />
        {operates ? (
          <EmptyState
            icon="site"
            title={t('devices-pages.add.needsSite')}
            action={{
              id: 'createFirstSite',
              label: t('devices-pages.empty.toSites'),
              primary: true,
              run: () => void navigate('/home/index'),
            }}
          />
        ) : (
          <Denied missing="device_manage:operate" />
        )}
      </>
    );
  }
  return (
    <>
      <PageHeader title={t('adding.title')} lead={t('adding.lead')} />
      <div className="adding">
        <WayCards chosen={chosen} />
        {chosen ? (
          <Suspense fallback={<Skeleton rows={4} height={32} />}>
            <chosen.Step key={chosen.id} />
          </Suspense>
        ) : (
          <RefusedAttempts of={{}} title={t('adding.refused.recent')} />
        )}
      </div>
    </>
  );
}
