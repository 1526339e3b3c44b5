import { scheduleCalls } from '@airloom/contract/commands/schedules.calls';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../../shared/api/use-call.ts';
import { COMMAND_ICONS } from '../../../shared/devices/command-names.ts';
import { useLocalStartText } from '../../../shared/rollout/use-start-texts.ts';
import { Icon } from '../../../shared/ui/Icon.tsx';
import { DateTime } from '../../../shared/ui/Times.tsx';
import { useCommandStore } from '../command-store.ts';
import './commands.css';

const SHOWN = 5;

/** The newest scheduled commands; nothing when there are none. */
export function Schedules() {
  const { t } = useTranslation();
  const localStartText = useLocalStartText();
  const { data } = useCall(scheduleCalls.listCommandSchedules, { size: SHOWN });
  if (!data || data.rows.length === 0) return null;
  return (
    <section className="detail-section">
      <h2>{t('command-pages.schedule.list')}</h2>
      <ul className="commands-lines">
        {data.rows.map((schedule) => (
          <li key={schedule.scheduleUUID} className="commands-line">
            <div className="commands-line-head">
              <Icon name={COMMAND_ICONS[schedule.command]} />
              <button
                type="button"
                className="commands-open"
                onClick={() => useCommandStore.setState({ schedule: schedule.scheduleUUID })}
              >
                {t('command-pages.order', {
                  name: t(`commands.command.${schedule.command}`),
                  receiver: t('command-pages.devices', { count: schedule.total }),
                })}
              </button>
              <span className="commands-quiet">
                {schedule.localStart === null ? (
                  <DateTime at={schedule.startAt} />
                ) : (
                  localStartText(schedule.localStart)
                )}
              </span>
              <span>{t(`command-pages.schedule.state.${schedule.state}`)}</span>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
