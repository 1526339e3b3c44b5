import type { CommandBatch } from '@airloom/contract/commands/commands.model';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../shared/i18n/use-format.ts';
import { ProgressBar } from '../../../shared/ui/ProgressBar.tsx';

/** Progress of a batch as a coloured bar and text. */
export function BatchBar({ batch }: { batch: CommandBatch }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { total, succeeded, failed, sending } = batch;
  const words = [
    ...(succeeded > 0 || total === 0 ? [t('command-pages.succeeded', { count: succeeded })] : []),
    ...(failed > 0 ? [t('command-pages.failed', { count: failed })] : []),
    ...(sending > 0 ? [t('command-pages.sending', { count: sending })] : []),
  ];
  return (
    <ProgressBar
      label={t('command-pages.progress')}
      total={total}
      parts={[
        { tone: 'ok', count: succeeded },
        { tone: 'error', count: failed },
      ]}
    >
      {format.list(words)}
    </ProgressBar>
  );
}
