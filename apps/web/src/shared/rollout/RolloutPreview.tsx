import type { StartGroup } from '@airloom/contract/rollout/rollout-preview.model';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../i18n/use-format.ts';
import { FailedState } from '../ui/feedback/FailedState.tsx';
import { Skeleton } from '../ui/feedback/Skeleton.tsx';
import { StartGroups } from './StartGroups.tsx';
import './start-groups.css';

interface LeftOut {
  /** Why, as a sentence. */
  reason: string;
  devices: number;
  names: readonly string[];
}

interface RolloutPreviewProps {
  preview: { devices: number; groups: readonly StartGroup[]; leftOut: readonly LeftOut[] } | undefined;
  error: Error | null;
  retry(): void;
  /** It starts now: times are of no interest. */
  isNow: boolean;
}

/** What would happen, before it is confirmed: when sites start, and which devices are left out. */
export function RolloutPreview({ preview, error, retry, isNow }: RolloutPreviewProps) {
  const { t } = useTranslation();
  const format = useFormat();
  if (error) return <FailedState error={error} retry={retry} />;
  if (!preview) return <Skeleton rows={2} />;
  const { devices, groups, leftOut } = preview;
  const [first] = groups;
  const last = groups.at(-1);
  const sites = groups.reduce((sum, group) => sum + group.sites, 0);
  const utc = (at: string) => t('rollout.preview.utc', { time: format.dateTime(at, 'UTC') });
  return (
    <section className="rollout-preview" aria-label={t('rollout.preview.title')} aria-live="polite">
      <h3>{t('rollout.preview.title')}</h3>
      {devices === 0 || first === undefined || last === undefined ? (
        <p className="start-groups-note">{t('rollout.preview.none')}</p>
      ) : (
        <>
          <dl>
            <div>
              <dt>{t('rollout.preview.devices', { count: devices })}</dt>
              <dd>{t('rollout.preview.sites', { count: sites })}</dd>
            </div>
            {!isNow && (
              <>
                <div>
                  <dt>{t('rollout.preview.earliest')}</dt>
                  <dd>{utc(first.startsAt)}</dd>
                </div>
                <div>
                  <dt>{t('rollout.preview.latest')}</dt>
                  <dd>{utc(last.startsAt)}</dd>
                </div>
              </>
            )}
          </dl>
          {!isNow && <StartGroups groups={groups} />}
        </>
      )}
      {leftOut.length > 0 && (
        <ul className="start-groups">
          {leftOut.map((one) => (
            <li key={one.reason}>
              <strong>{t('rollout.preview.leftOut', { count: one.devices })}</strong>
              <p className="start-groups-quiet">
                {one.reason}{' '}
                {one.devices > one.names.length
                  ? t('rollout.preview.more', {
                      names: one.names.join(', '),
                      count: one.devices - one.names.length,
                    })
                  : format.list(one.names)}
              </p>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
