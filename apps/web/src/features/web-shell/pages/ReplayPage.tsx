import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { EmptyState } from '../../../shared/ui/feedback/EmptyState.tsx';
import { Skeleton } from '../../../shared/ui/feedback/Skeleton.tsx';
import { PageHeader } from '../../../shared/ui/layout/PageHeader.tsx';
import { saveFrom } from '../../../shared/ui/save-file.ts';
import { type Cast, readCast } from '../cast.ts';
import { Player } from '../components/Player.tsx';
import '../components/web-shell.css';

const ID = /^[0-9a-f-]{36}$/;

async function fetchCast(id: string): Promise<Cast | null> {
  if (!ID.test(id)) return null;
  const response = await fetch(`/files/${id}`, { credentials: 'same-origin' });
  return response.ok ? readCast(await response.text()) : null;
}

/** Replays the recording of a shell session. */
export default function ReplayPage() {
  const { t } = useTranslation();
  const [query] = useSearchParams();
  const id = query.get('recording') ?? '';
  const { data: cast, isPending } = useQuery({
    queryKey: ['shellRecording', id],
    queryFn: () => fetchCast(id),
    staleTime: Number.POSITIVE_INFINITY,
  });
  return (
    <>
      <PageHeader
        title={t('nav.shellReplay')}
        lead={query.get('device') ?? ''}
        actions={
          cast
            ? [
                {
                  id: 'downloadRecording',
                  label: t('web-shell.replay.download'),
                  icon: 'download',
                  run: () => saveFrom(`/files/${id}`, `${id}.cast`),
                },
              ]
            : []
        }
      />
      {isPending && <Skeleton rows={8} />}
      {cast === null && (
        <EmptyState
          icon="log"
          title={t('web-shell.replay.missing')}
          text={t('web-shell.replay.missingText')}
        />
      )}
      {cast && <Player cast={cast} />}
    </>
  );
}
