import type { Change } from '@airloom/contract/configuration/configuration.model';
import type { Translate } from '@airloom/messages';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../shared/i18n/use-format.ts';
import { ProgressBar } from '../../../shared/ui/ProgressBar.tsx';
import { PROGRESS_PARTS, type ProgressPart, progressOf } from '../change-progress.ts';

const WORDS: Readonly<Record<ProgressPart, (t: Translate, count: number) => string>> = {
  verified: (t, count) => t('configuration-pages.parts.verified', { count }),
  failed: (t, count) => t('configuration-pages.parts.failed', { count }),
  stopped: (t, count) => t('configuration-pages.parts.stopped', { count }),
  underWay: (t, count) => t('configuration-pages.parts.underWay', { count }),
  waiting: (t, count) => t('configuration-pages.parts.waiting', { count }),
  offline: (t, count) => t('configuration-pages.parts.offline', { count }),
  leftOut: (t, count) => t('configuration-pages.parts.leftOut', { count }),
};

/** Devices of a change by what became of them. */
export function ChangeProgress({ change }: { change: Pick<Change, 'number' | 'state' | 'counts'> }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { total, parts } = progressOf(change.counts);
  const words = PROGRESS_PARTS.filter((part) => parts[part] > 0).map((part) => WORDS[part](t, parts[part]));
  if (words.length === 0) {
    // The devices of a change are determined when it starts.
    const isAhead = change.state === 'scheduled' || change.state === 'preparing';
    return (
      <span className="config-quiet">
        {isAhead ? t('configuration-pages.parts.notStarted') : t('configuration-pages.parts.none')}
      </span>
    );
  }
  return (
    <ProgressBar
      label={t('configuration-pages.progressOf', { number: change.number })}
      total={total}
      parts={[
        { tone: 'ok', count: parts.verified },
        { tone: 'error', count: parts.failed },
        { tone: 'warn', count: parts.stopped },
        { tone: 'processing', count: parts.underWay },
      ]}
    >
      {format.list(words)}
    </ProgressBar>
  );
}
