import { type ReactNode, useId } from 'react';
import { Link } from 'react-router';
import { FailedState } from '../../../shared/ui/feedback/FailedState.tsx';
import { Skeleton } from '../../../shared/ui/feedback/Skeleton.tsx';
import './home.css';

interface CardProps {
  title: string;
  /** Link to the full list. */
  more?: { to: string | undefined; label: string };
  className?: string;
  children: ReactNode;
}

export function Card({ title, more, className = '', children }: CardProps) {
  const id = useId();
  return (
    <section className={`card home-card ${className}`} aria-labelledby={id}>
      <header className="home-card-head">
        <h2 id={id}>{title}</h2>
        <span className="home-space" />
        {more?.to !== undefined && (
          <Link to={more.to} className="home-more">
            {more.label}
          </Link>
        )}
      </header>
      {children}
    </section>
  );
}

interface QueryResultProps<T> {
  query: { data: T | undefined; error: Error | null; refetch(): unknown };
  rows: number;
  children(data: T): ReactNode;
}

/** The data, or a placeholder until it arrives. Earlier data stays when a refresh fails. */
export function QueryResult<T>({ query, rows, children }: QueryResultProps<T>) {
  if (query.data !== undefined) return children(query.data);
  if (query.error) return <FailedState error={query.error} retry={() => void query.refetch()} />;
  return <Skeleton rows={rows} height={20} gap={16} />;
}
