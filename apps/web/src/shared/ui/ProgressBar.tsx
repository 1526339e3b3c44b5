import './progress-bar.css';

interface Part {
  tone: 'ok' | 'warn' | 'error' | 'processing';
  count: number;
}

interface ProgressBarProps {
  label: string;
  /** Null while nobody knows how many there are. */
  total: number | null;
  /** What is over or under way, in this order; the rest still waits. */
  parts: readonly Part[];
  /** The same in words. */
  children: string;
}

/** How many of how many, by what became of them. */
export function ProgressBar({ label, total, parts, children }: ProgressBarProps) {
  const over = parts.filter((part) => part.tone !== 'processing').reduce((sum, part) => sum + part.count, 0);
  const known = total === null ? {} : { max: Math.max(total, 1), value: over };
  return (
    <div className="progress">
      <progress className="visually-hidden" aria-label={label} {...known} />
      <div className="progress-bar" aria-hidden>
        {total === null ? (
          <span className="progress-going" data-tone="processing" />
        ) : (
          parts.map((part) => (
            <span
              key={part.tone}
              data-tone={part.tone}
              style={{ width: `${total === 0 ? 0 : (100 * part.count) / total}%` }}
            />
          ))
        )}
      </div>
      <span className="progress-words">{children}</span>
    </div>
  );
}
