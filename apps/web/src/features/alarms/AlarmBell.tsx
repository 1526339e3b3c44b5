import { alarmCalls } from '@airloom/contract/alarms/alarms.calls';
import { ALARM_LEVELS } from '@airloom/contract/alarms/alarms.types';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useCall } from '../../shared/api/use-call.ts';
import { useFormat } from '../../shared/i18n/use-format.ts';
import { withScope } from '../../shared/session/scope-address.ts';
import { useSession } from '../../shared/session/session-store.ts';
import { Icon } from '../../shared/ui/Icon.tsx';
import '../../shared/alarms/alarm-parts.css';
import '../../shared/ui/actions/icon-button.css';
import { ALL_ALARMS } from './alarms.feature.ts';
import './components/alarms.css';

/** In the header: number of unconfirmed alarms, in the colour of the gravest active one. */
export default function AlarmBell() {
  const { t } = useTranslation();
  const format = useFormat();
  const { data } = useCall(alarmCalls.getAlarmLogCount, {});
  const choosesScope = useSession((state) => state.choosesScope);
  const count = data?.unconfirmed ?? 0;
  const gravest = ALARM_LEVELS.find((level) => (data?.levels[level] ?? 0) > 0);
  const label =
    count === 0 || gravest === undefined
      ? t('alarms.page.bell.quiet')
      : t('alarms.page.bell.count', { count, level: t(`alarms.level.${gravest}`) });
  // It counts all alarms, so the list shows all of them too.
  const to = choosesScope ? withScope(ALL_ALARMS, null) : ALL_ALARMS;
  return (
    <Link to={to} className="icon-button alarms-bell" aria-label={label} title={label}>
      <Icon name="bell" />
      {count > 0 && (
        <span className="alarms-count" data-level={gravest}>
          {format.count(count)}
        </span>
      )}
    </Link>
  );
}
