import type { UseQueryResult } from '@tanstack/react-query';
import { FailedState } from '../../../shared/ui/feedback/FailedState.tsx';
import { Skeleton } from '../../../shared/ui/feedback/Skeleton.tsx';

interface UnreadProps {
  query: Pick<UseQueryResult, 'error' | 'refetch'>;
  rows: number;
}

/** In place of a form until its data was read once; a later failure keeps the form and what was typed. */
export function Unread({ query, rows }: UnreadProps) {
  return query.error ? (
    <FailedState error={query.error} retry={() => void query.refetch()} />
  ) : (
    <Skeleton rows={rows} />
  );
}
