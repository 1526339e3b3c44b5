import type { PermissionKey } from '@airloom/contract/permissions';
import type { UseQueryResult } from '@tanstack/react-query';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { MessageKey } from '../../../shared/i18n/i18n.ts';
import { useFormat } from '../../../shared/i18n/use-format.ts';
import { Can } from '../../../shared/ui/Can.tsx';
import { Icon, type IconName } from '../../../shared/ui/Icon.tsx';
import { Skeleton } from '../../../shared/ui/Skeleton.tsx';
import { useCounts } from '../home.queries.ts';
import './home.css';

interface CountProps {
  icon: IconName;
  label: MessageKey;
  to: string;
  needs: PermissionKey;
  query: UseQueryResult<{ total: number }>;
}

function Figure({ query }: Pick<CountProps, 'query'>) {
  const format = useFormat();
  if (query.data) return <span className="home-figure">{format.number(query.data.total)}</span>;
  return (
    <span className="home-figure">
      <Skeleton height={26} />
    </span>
  );
}

function Count({ icon, label, to, needs, query }: CountProps) {
  const { t } = useTranslation();
  return (
    <Can grant={needs}>
      <li className="card home-count">
        {query.error ? (
          <div className="home-count-link">
            <span className="home-count-label">
              <Icon name={icon} /> {t(label)}
            </span>
            <span role="alert">{t('home.counts.failed')}</span>
            <Button
              size="small"
              icon={<Icon name="refresh" size={14} />}
              onClick={() => void query.refetch()}
            >
              {t('home.counts.retry')}
            </Button>
          </div>
        ) : (
          <Link to={to} className="home-count-link">
            <span className="home-count-label">
              <Icon name={icon} /> {t(label)}
            </span>
            <Figure query={query} />
          </Link>
        )}
      </li>
    </Can>
  );
}

export function Counts() {
  const { t } = useTranslation();
  const counts = useCounts();
  return (
    <ul className="home-counts" aria-label={t('home.counts.label')}>
      <Count
        icon="organization"
        label="home.counts.organizations"
        to="/topnav/org"
        needs="org_manage"
        query={counts.organizations}
      />
      <Count
        icon="site"
        label="home.counts.sites"
        to="/topnav/site"
        needs="site_manage"
        query={counts.sites}
      />
      <Count
        icon="people"
        label="home.counts.people"
        to="/topnav/subaccount"
        needs="subaccount_manage"
        query={counts.people}
      />
      <Count
        icon="invite"
        label="home.counts.invitations"
        to="/topnav/subaccount?tab=invitations&inv.status=sent"
        needs="subaccount_manage"
        query={counts.invitations}
      />
    </ul>
  );
}
