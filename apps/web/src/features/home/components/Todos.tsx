import type { Todos as Counted } from '@airloom/contract/statistics/statistics.model';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { Place } from '../../../shared/session/place.ts';
import { Icon, type IconName } from '../../../shared/ui/Icon.tsx';
import { useCertificatesDue, useTodos } from '../home.queries.ts';
import { type HomeLinks, useHomeLinks } from '../home-links.ts';
import { Card, QueryResult } from './Card.tsx';
import './home.css';
import './active-alarms.css';

type Waiting = keyof Counted | 'certificatesDue';

interface Todo {
  key: Waiting;
  icon: IconName;
  to(links: HomeLinks): string | undefined;
}

const TODOS: readonly Todo[] = [
  { key: 'unclaimed', icon: 'unclaimed', to: ({ unclaimed }) => unclaimed },
  {
    key: 'upgradesFailed',
    icon: 'upgrade',
    to: ({ devices }) => devices({ upgradeStatus: 'upgradeFailed' }),
  },
  {
    key: 'upgradesRunning',
    icon: 'upgrade',
    to: ({ devices }) => devices({ upgradeStatus: 'upgrading' }),
  },
  {
    key: 'configurationsFailed',
    icon: 'settings',
    to: ({ devices }) => devices({ configurationState: 'failed' }),
  },
  {
    key: 'certificatesDue',
    icon: 'key',
    to: ({ alarms }) => alarms({ type: 'certificateDue' }),
  },
  { key: 'sitesWithoutPlace', icon: 'site', to: ({ sitesWithoutPlace }) => sitesWithoutPlace },
];

/** Open tasks that the person may work on. */
export function Todos({ place }: { place: Place }) {
  const { t } = useTranslation();
  const query = useTodos(place);
  const certificatesDue = useCertificatesDue(place);
  const links = useHomeLinks(place);
  return (
    <Card title={t('home.todos.title')} className="home-todos">
      <QueryResult query={query} rows={3}>
        {(waiting) => {
          const counts = { ...waiting, certificatesDue };
          const open = TODOS.flatMap(({ key, icon, to }) => {
            const way = (counts[key] ?? 0) > 0 ? to(links) : undefined;
            return way === undefined ? [] : [{ key, icon, way }];
          });
          if (open.length === 0) {
            return (
              <p className="home-none">
                <Icon name="well" size={20} /> {t('home.todos.none')}
              </p>
            );
          }
          return (
            <ul className="home-todo-list">
              {open.map(({ key, icon, way }) => (
                <li key={key}>
                  <Link to={way} className="home-todo">
                    <Icon name={icon} />
                    {t(`home.todos.${key}`, { count: counts[key] ?? 0 })}
                    <Icon name="right" size={14} />
                  </Link>
                </li>
              ))}
            </ul>
          );
        }}
      </QueryResult>
    </Card>
  );
}
