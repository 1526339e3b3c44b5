import { type ScoreGrade, scoreGradeOf } from '@airloom/contract/clients/online.model';
import { StatusDot, type Tone } from '../../../shared/ui/StatusDot.tsx';

const TONES: Readonly<Record<ScoreGrade, Tone>> = { good: 'ok', fair: 'warn', poor: 'error' };

interface ScoreProps {
  score: number;
  words: Readonly<Record<ScoreGrade, string>>;
}

/** Experience score from 0 to 100 with its grade. */
export function Score({ score, words }: ScoreProps) {
  const grade = scoreGradeOf(score);
  return <StatusDot tone={TONES[grade]}>{`${score} · ${words[grade]}`}</StatusDot>;
}
