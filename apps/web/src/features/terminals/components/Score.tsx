import { type ScoreGrade, scoreGradeOf } from '@airloom/contract/terminals/online.model';
import { useTranslation } from 'react-i18next';
import { StatusDot, type Tone } from '../../../shared/ui/StatusDot.tsx';

const TONES: Readonly<Record<ScoreGrade, Tone>> = { good: 'ok', fair: 'warn', poor: 'error' };

/** How well a client is served, from 0 to 100, and in a word. */
export function Score({ score }: { score: number }) {
  const { t } = useTranslation();
  const grade = scoreGradeOf(score);
  return <StatusDot tone={TONES[grade]}>{`${score} · ${t(`terminal-pages.grade.${grade}`)}`}</StatusDot>;
}
