import { scoreGradeOf, type TerminalDetail } from '@airloom/contract/clients/online.model';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useUnits } from '../../../shared/i18n/use-units.ts';
import { Icon } from '../../../shared/ui/Icon.tsx';
import { HINT_VALUES } from './hint-values.ts';

/** Experience score, hints and recommendations. */
export function ExperienceHints({ terminal: { online, hints } }: { terminal: TerminalDetail }) {
  const { t } = useTranslation();
  const units = useUnits();
  const headingId = useId();
  const score = online?.score ?? null;
  if (score === null && hints.length === 0) return null;
  return (
    <section className="terminal-why card" aria-labelledby={headingId}>
      <div className="terminal-score">
        <h2 id={headingId}>{t('terminal-pages.column.score')}</h2>
        {score !== null && (
          <>
            <strong>{units.count(score)}</strong>
            <span>{t(`terminal-pages.grade.${scoreGradeOf(score)}`)}</span>
          </>
        )}
      </div>
      {hints.length === 0 ? (
        <p>{t('terminal-pages.why.nothing')}</p>
      ) : (
        <ul className="terminal-hints">
          {hints.map(({ hint, value }) => {
            const figure = value === null ? '' : HINT_VALUES[hint](value, units);
            return (
              <li key={hint}>
                <Icon name="warning" />
                <div>
                  <strong>{t(`terminal-pages.hint.${hint}.is`, { value: figure, count: value ?? 0 })}</strong>
                  <p>{t(`terminal-pages.hint.${hint}.do`)}</p>
                </div>
              </li>
            );
          })}
        </ul>
      )}
    </section>
  );
}
