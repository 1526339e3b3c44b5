import { type ReactNode, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import '../layout/page.css';

const DELAY_MS = 200;

/** What comes at once needs no skeleton: it would only flicker. */
export function Delayed({ children }: { children: ReactNode }) {
  const [due, setDue] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setDue(true), DELAY_MS);
    return () => clearTimeout(timer);
  }, []);
  return due ? children : null;
}

interface SkeletonProps {
  /** How many bars, e.g. rows of a table. */
  rows?: number;
  height?: number;
  gap?: number;
}

export function Skeleton({ rows = 1, height = 16, gap = 12 }: SkeletonProps) {
  const { t } = useTranslation();
  const bars = Array.from({ length: rows }, (_, index) => index);
  return (
    <Delayed>
      <output style={{ display: 'grid', gap }}>
        <span className="visually-hidden">{t('ui.loading')}</span>
        {bars.map((bar) => (
          <div key={bar} className="skeleton" style={{ height, width: `${100 - ((bar * 17) % 30)}%` }} />
        ))}
      </output>
    </Delayed>
  );
}
