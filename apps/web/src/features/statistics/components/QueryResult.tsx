import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { FailedState } from '../../../shared/ui/feedback/FailedState.tsx';
import { Skeleton } from '../../../shared/ui/feedback/Skeleton.tsx';

interface QueryResultProps<T> {
  query: Pick<UseQueryResult<T>, 'data' | 'error' | 'refetch' | 'isLoading'>;
  children: ReactNode;
}

/** The content once it is loaded, else a placeholder or the error. */
export function QueryResult<T>({ query, children }: QueryResultProps<T>) {
  if (query.error) return <FailedState error={query.error} retry={() => void query.refetch()} />;
  if (query.isLoading) return <Skeleton rows={4} height={180} />;
  return query.data === undefined ? null : children;
}
