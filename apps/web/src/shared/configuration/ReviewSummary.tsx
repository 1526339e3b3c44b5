import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useFormat } from '../i18n/use-format.ts';
import { Icon } from '../ui/Icon.tsx';
import { ProgressBar } from '../ui/ProgressBar.tsx';
import './configuration.css';
import { limitationWords, SKIP_KEYS } from './configuration-names.ts';
import { cutWords } from './confirm-cuts.ts';
import { effectWords } from './effect-words.ts';
import type { ReviewSoFar } from './read-review.ts';
import { summaryOf } from './review-summary.ts';

const ALL_DEVICES = '/device/all';

/** How many devices were compared, while the review is read. */
export function ReviewProgress({ soFar }: { soFar: ReviewSoFar | null }) {
  const { t } = useTranslation();
  const format = useFormat();
  if (soFar?.complete) return null;
  const compared = soFar?.compared ?? 0;
  return (
    <ProgressBar
      label={t('configuration.review.progressLabel')}
      total={soFar?.total ?? null}
      parts={[{ tone: 'ok', count: compared }]}
    >
      {soFar === null
        ? t('ui.loading')
        : t('configuration.review.progress', {
            compared: format.number(compared),
            total: format.number(soFar.total),
          })}
    </ProgressBar>
  );
}

/** What the change does, in words. */
export function ReviewSummaryWords({ soFar, isPending }: { soFar: ReviewSoFar; isPending: boolean }) {
  const { t } = useTranslation();
  const { devices, sites, offline, skipped, warnings } = summaryOf(soFar);
  const counts = {
    devices: t('configuration.devices', { count: devices }),
    inSites: t('configuration.inSites', { count: sites }),
  };
  const effects = soFar.complete ? effectWords(soFar.edits, devices > 0, t) : [];
  const none = isPending ? t('configuration.review.nothingPending') : t('configuration.review.noDevices');
  return (
    <div className="config-summary">
      <p className="config-lead">
        {!soFar.complete && t('configuration.review.willChangeSoFar', counts)}
        {soFar.complete && (devices === 0 ? none : t('configuration.review.willChange', counts))}
      </p>
      {effects.map((words) => (
        <p key={words}>{words}</p>
      ))}
      {offline > 0 && <p>{t('configuration.review.offline', { count: offline })}</p>}
      {skipped.map(({ reason, count }) => (
        <p key={reason}>
          {t('configuration.review.skipped', { count, reason: t(SKIP_KEYS[reason]) })}{' '}
          {reason === 'notManaged' && (
            <Link to={ALL_DEVICES} target="_blank">
              {t('configuration.review.takeOver')}
            </Link>
          )}
        </p>
      ))}
      {soFar.cuts.length > 0 && (
        <ul className="config-warnings">
          {soFar.cuts.map((cut) => (
            <li key={`${cut.deviceUUID} ${cut.port}`} className="config-warning">
              <Icon name="warning" /> {cutWords(cut, t)}
            </li>
          ))}
        </ul>
      )}
      {warnings.length > 0 && (
        <div className="config-warnings">
          <p className="config-warning">
            <Icon name="warning" /> {t('configuration.review.warnings')}
          </p>
          <ul>
            {warnings.map(({ limitation, count }) => {
              const problem = limitationWords(limitation, t);
              return <li key={problem}>{t('configuration.review.warning', { count, problem })}</li>;
            })}
          </ul>
        </div>
      )}
    </div>
  );
}
