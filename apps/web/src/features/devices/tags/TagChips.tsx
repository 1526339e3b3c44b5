import { Link } from 'react-router';
import './tags.css';

interface TagChipsProps {
  tags: readonly string[];
  /** Further ones are counted, and named in a tooltip. */
  atMost?: number;
}

/** Tags on one line of a list. */
export function TagChips({ tags, atMost = tags.length }: TagChipsProps) {
  const rest = tags.slice(atMost);
  return (
    <span className="tags-line">
      {tags.slice(0, atMost).map((tag) => (
        <span key={tag} className="tags-chip" title={tag}>
          {tag}
        </span>
      ))}
      {rest.length > 0 && (
        <span className="tags-chip" title={rest.join(', ')}>
          +{rest.length}
        </span>
      )}
    </span>
  );
}

/** Tags that lead to the devices of a list that have them. */
export function TagLinks({ tags, list }: { tags: readonly string[]; list: string }) {
  return (
    <span className="tags-wrapped">
      {tags.map((tag) => (
        <Link key={tag} className="tags-chip" to={`${list}?${new URLSearchParams({ tag })}`}>
          {tag}
        </Link>
      ))}
    </span>
  );
}
