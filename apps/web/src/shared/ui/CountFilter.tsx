import { useFormat } from '../i18n/use-format.ts';
import './layout/page.css';

interface CountFilterProps<T extends string> {
  label: string;
  counts: readonly { value: T; label: string; count?: number | undefined }[];
  value: T;
  onChange(value: T): void;
}

/** Counts above a table act as its filters. */
export function CountFilter<T extends string>({ label, counts, value, onChange }: CountFilterProps<T>) {
  const format = useFormat();
  return (
    <fieldset className="counts" aria-label={label}>
      {counts.map((entry) => (
        <button
          key={entry.value}
          type="button"
          className="count"
          aria-pressed={entry.value === value}
          onClick={() => onChange(entry.value)}
        >
          {entry.count !== undefined && <span className="count-number">{format.number(entry.count)}</span>}
          {entry.label}
        </button>
      ))}
    </fieldset>
  );
}
