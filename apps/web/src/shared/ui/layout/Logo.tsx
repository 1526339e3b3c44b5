import { useTranslation } from 'react-i18next';
import './logo.css';

/** Threads of air, woven: the mark of the product, with its name unless there is no room. */
export function Logo({ markOnly = false }: { markOnly?: boolean }) {
  const { t } = useTranslation();
  return (
    <span className="logo">
      <svg viewBox="0 0 32 32" width="24" height="24" aria-hidden focusable="false">
        <rect width="32" height="32" rx="7" fill="var(--primary)" />
        <g fill="none" stroke="#fff" strokeWidth="2.4" strokeLinecap="round">
          <path d="M6 13.5c6-6 14-6 20 0" />
          <path d="M10.5 18.5c3.4-3.4 7.6-3.4 11 0" />
          <path d="M16 23.6v.1" strokeWidth="3.6" />
        </g>
      </svg>
      <span className={markOnly ? 'visually-hidden' : undefined}>{t('ui.product')}</span>
    </span>
  );
}
