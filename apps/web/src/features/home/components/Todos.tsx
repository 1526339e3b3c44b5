import type { AlarmType } from '@airloom/contract/alarms/alarms.types';
import type { Todos as Counted } from '@airloom/contract/statistics/statistics.model';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { Place } from '../../../shared/session/place.ts';
import { Icon, type IconName } from '../../../shared/ui/Icon.tsx';
import { useCertificatesDue, useTodos } from '../home.queries.ts';
import { homeLinks } from '../home-links.ts';
import { EVERYWHERE } from '../home-scope.ts';
import { Answer, Card } from './Card.tsx';
import './home.css';

type Waiting = keyof Counted | 'certificatesDue';

/** Lists of devices are about the place the console is turned to; over everything, alarms tell which they are. */
function toDevices(filter: string, type: AlarmType): (place: Place) => string {
  return (place) =>
    place === EVERYWHERE ? `${homeLinks(place).alarms()}?type=${type}` : `/device/all?${filter}`;
}

const TODOS: readonly { key: Waiting; icon: IconName; to(place: Place): string }[] = [
  { key: 'unclaimed', icon: 'unclaimed', to: () => '/device/unclaimed' },
  { key: 'upgradesFailed', icon: 'upgrade', to: toDevices('upgradeStatus=upgradeFailed', 'upgradeFailed') },
  { key: 'upgradesRunning', icon: 'upgrade', to: () => '/device/firmware' },
  {
    key: 'configurationsFailed',
    icon: 'settings',
    to: toDevices('configurationState=refused', 'configurationFailed'),
  },
  {
    key: 'certificatesDue',
    icon: 'key',
    to: (place) => `${homeLinks(place).alarms()}?type=certificateDue`,
  },
  { key: 'sitesWithoutPlace', icon: 'site', to: () => '/topnav/site' },
];

/** What waits for somebody. */
export function Todos({ place }: { place: Place }) {
  const { t } = useTranslation();
  const query = useTodos(place);
  const certificatesDue = useCertificatesDue(place);
  return (
    <Card title={t('home.todos.title')} className="home-todos">
      <Answer query={query} rows={3}>
        {(waiting) => {
          const counts = { ...waiting, certificatesDue };
          const open = TODOS.filter(({ key }) => counts[key] > 0);
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
                  <Link to={to(place)} className="home-todo">
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
