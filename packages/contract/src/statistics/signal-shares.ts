import { BANDS } from '../devices/devices.model.ts';
import { type NetworkStatistics, SIGNAL_GRADES, type SignalGrade } from './statistics.model.ts';

export type Band = (typeof BANDS)[number];

export interface SignalShare {
  grade: SignalGrade;
  /** The weakest signal of the grade in dBm; null for the worst. */
  from: number | null;
  seconds: number;
  /** Share of the client time on all bands. */
  percent: number;
  /** Share of the client time per used band. */
  bands: readonly { band: Band; percent: number }[];
}

function sum(parts: NetworkStatistics['signal']): number {
  return parts.reduce((total, { seconds }) => total + seconds, 0);
}

export function usedBands(signal: NetworkStatistics['signal']): Band[] {
  return BANDS.filter((band) => signal.some((part) => part.band === band && part.seconds > 0));
}

/** Shares of the signal grades, best first; empty without clients. */
export function signalShares(signal: NetworkStatistics['signal']): SignalShare[] {
  const all = sum(signal);
  if (all === 0) return [];
  const bands = usedBands(signal);
  return SIGNAL_GRADES.map(({ key: grade, from }) => {
    const own = signal.filter((part) => part.grade === grade);
    return {
      grade,
      from: Number.isFinite(from) ? from : null,
      seconds: sum(own),
      percent: (100 * sum(own)) / all,
      bands: bands.map((band) => ({
        band,
        percent:
          (100 * sum(own.filter((part) => part.band === band))) /
          sum(signal.filter((part) => part.band === band)),
      })),
    };
  });
}
