import type { Units } from '@airloom/contract/formats/figures/units';
import { gradeOf, SIGNAL_GRADES } from '@airloom/contract/statistics/statistics.model';
import './clients.css';

/** Signal as bars and figure. */
export function SignalBars({ signal, units }: { signal: number; units: Units }) {
  const grade = gradeOf(signal);
  const full = SIGNAL_GRADES.length - 1 - SIGNAL_GRADES.findIndex(({ key }) => key === grade);
  return (
    <span className="signal" data-grade={grade} data-bars={full}>
      {units.dbm(signal)}
    </span>
  );
}
