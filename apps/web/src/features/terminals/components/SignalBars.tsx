import { gradeOf, SIGNAL_GRADES } from '@airloom/contract/statistics/statistics.model';
import { useUnits } from '../../../shared/i18n/use-units.ts';
import './terminals.css';

const BARS = [1, 2, 3, 4] as const;

/** How well it is heard: bars for the eye, the figure for everybody. */
export function SignalBars({ signal }: { signal: number }) {
  const units = useUnits();
  const grade = gradeOf(signal);
  const full = SIGNAL_GRADES.length - 1 - SIGNAL_GRADES.findIndex(({ key }) => key === grade);
  return (
    <span className="signal" data-grade={grade}>
      <svg width="16" height="12" viewBox="0 0 16 12" aria-hidden focusable={false}>
        {BARS.map((bar) => (
          <rect
            key={bar}
            x={(bar - 1) * 4}
            y={12 - bar * 3}
            width="3"
            height={bar * 3}
            rx="1"
            className={bar <= full ? 'signal-full' : 'signal-rest'}
          />
        ))}
      </svg>
      {units.dbm(signal)}
    </span>
  );
}
