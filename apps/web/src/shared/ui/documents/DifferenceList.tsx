import { differences } from '@airloom/contract/differences';
import './difference-list.css';

interface DifferenceListProps {
  before: unknown;
  after: unknown;
  texts: {
    /** Shown for equal documents. */
    none: string;
    /** Screen reader texts in front of the values. */
    before: string;
    after: string;
  };
}

function written(value: unknown): string {
  return JSON.stringify(value, null, 2);
}

/** The differences between two documents, each with its path and both values. */
export function DifferenceList({ before, after, texts }: DifferenceListProps) {
  const found = differences(before, after);
  if (found.length === 0) return <p className="difference-list-none">{texts.none}</p>;
  return (
    <ul className="difference-list">
      {found.map((difference) => (
        <li key={difference.path}>
          <code>{difference.path}</code>
          {difference.before !== undefined && (
            <del>
              <span className="visually-hidden">{texts.before}</span>
              {written(difference.before)}
            </del>
          )}
          {difference.after !== undefined && (
            <ins>
              <span className="visually-hidden">{texts.after}</span>
              {written(difference.after)}
            </ins>
          )}
        </li>
      ))}
    </ul>
  );
}
