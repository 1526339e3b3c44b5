import './layout/page.css';

const TONES = {
  ok: 'var(--ok)',
  warn: 'var(--warn)',
  error: 'var(--error)',
  offline: 'var(--offline)',
  /** Neither good nor bad. */
  neutral: 'var(--text-2)',
  processing: 'var(--primary)',
} as const;

export type Tone = keyof typeof TONES;

/** A state is always a dot and a word. */
export function StatusDot({ tone, children }: { tone: Tone; children: string }) {
  return (
    <span className="status">
      <span className="status-dot" style={{ background: TONES[tone] }} aria-hidden />
      {children}
    </span>
  );
}
