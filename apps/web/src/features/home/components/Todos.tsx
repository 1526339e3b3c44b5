import type { Grant } from '@airloom/contract/permissions';
import type { Todos as Counted } from '@airloom/contract/statistics/statistics.model';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { Place } from '../../../shared/session/place.ts';
import { useSession } from '../../../shared/session/session-store.ts';
import { Icon, type IconName } from '../../../shared/ui/Icon.tsx';
import { useCertificatesDue, useTodos } from '../home.queries.ts';
import { type HomeLinks, homeLinks } from '../home-links.ts';
import { Answer, Card } from './Card.tsx';
import './home.css';
import './notices.css';

type Waiting = keyof Counted | 'certificatesDue';

interface Todo {
  key: Waiting;
  icon: IconName;
  /** Without it the page it leads to stays shut. */
  needs: Grant;
  to(links: HomeLinks): string;
}

const TODOS: readonly Todo[] = [
  { key: 'unclaimed', icon: 'unclaimed', needs: 'device_manage', to: () => '/device/unclaimed' },
  {
    key: 'upgradesFailed',
    icon: 'upgrade',
    needs: 'all_device',
    to: ({ devices }) => devices({ upgradeStatus: 'upgradeFailed' }),
  },
  {
    key: 'upgradesRunning',
    icon: 'upgrade',
    needs: 'all_device',
    to: ({ devices }) => devices({ upgradeStatus: 'upgrading' }),
  },
  {
    key: 'configurationsFailed',
    icon: 'settings',
    needs: 'all_device',
    to: ({ devices }) => devices({ configurationState: 'failed' }),
  },
  {
    key: 'certificatesDue',
    icon: 'key',
    needs: 'current_alarm',
    to: ({ alarms }) => `${alarms()}?type=certificateDue`,
  },
  { key: 'sitesWithoutPlace', icon: 'site', needs: 'site_manage', to: () => '/topnav/site' },
];

const NO_GRANTS: readonly Grant[] = [];

/** What waits for somebody who may do something about it. */
export function Todos({ place }: { place: Place }) {
  const { t } = useTranslation();
  const query = useTodos(place);
  const certificatesDue = useCertificatesDue(place);
  const holds = useSession((state) => state.currentRole?.permissions) ?? NO_GRANTS;
  return (
    <Card title={t('home.todos.title')} className="home-todos">
      <Answer query={query} rows={3}>
        {(waiting) => {
          const counts = { ...waiting, certificatesDue };
          const open = TODOS.filter(({ key, needs }) => counts[key] > 0 && holds.includes(needs));
          if (open.length === 0) {
            return (
              <p className="home-none">
                <Icon name="well" size={20} /> {t('home.todos.none')}
              </p>
            );
          }
          return (
            <ul className="home-todo-list">
              {open.map(({ key, icon, to }) => (
                <li key={key}>
                  <Link to={to(homeLinks(place))} className="home-todo">
                    <Icon name={icon} />
                    {t(`home.todos.${key}`, { count: counts[key] })}
                    <Icon name="right" size={14} />
                  </Link>
                </li>
              ))}
            </ul>
          );
        }}
      </Answer>
    </Card>
  );
}
