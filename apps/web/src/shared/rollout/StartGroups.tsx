import type { StartGroup } from '@airloom/contract/rollout/rollout-preview.model';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../i18n/use-format.ts';
import './start-groups.css';

/** `2026-11-19T02:00` of a site's clocks, in the format of the language. */
function useLocalTime(): (local: string) => string {
  const format = useFormat();
  return (local) => format.dateTime(`${local}:00Z`, 'UTC');
}

function useSiteNames(): (group: StartGroup) => string {
  const { t } = useTranslation();
  const format = useFormat();
  return ({ siteNames, sites }) => {
    const more = sites - siteNames.length;
    return more > 0
      ? t('rollout.preview.more', { names: siteNames.join(', '), count: more })
      : format.list(siteNames);
  };
}

function GroupLine({ group }: { group: StartGroup }) {
  const { t } = useTranslation();
  const format = useFormat();
  const localTime = useLocalTime();
  const siteNames = useSiteNames();
  const utc = t('rollout.preview.utc', { time: format.dateTime(group.startsAt, 'UTC') });
  return (
    <li>
      <div className="start-groups-head">
        <strong>
          {group.local === null ? utc : t('rollout.preview.local', { time: localTime(group.local) })}
        </strong>
        {group.night > 1 && (
          <span className="start-groups-mark">{t('rollout.preview.night', { number: group.night })}</span>
        )}
        {group.hasBegun && <span className="start-groups-mark">{t('rollout.preview.begun')}</span>}
        {group.local !== null && <span className="start-groups-quiet">{utc}</span>}
        <span className="start-groups-count">{t('rollout.preview.devices', { count: group.devices })}</span>
      </div>
      <p className="start-groups-quiet">{siteNames(group)}</p>
      {group.isNextDay && <p className="start-groups-note">{t('rollout.preview.nextDay')}</p>}
      {group.isShifted && <p className="start-groups-note">{t('rollout.preview.shifted')}</p>}
    </li>
  );
}

/** Sites by the moment they start. */
export function StartGroups({ groups }: { groups: readonly StartGroup[] }) {
  const { t } = useTranslation();
  return (
    <ul className="start-groups" aria-label={t('rollout.preview.starts')}>
      {groups.map((group) => (
        <GroupLine key={`${group.startsAt} ${group.local} ${group.night} ${group.hasBegun}`} group={group} />
      ))}
    </ul>
  );
}
