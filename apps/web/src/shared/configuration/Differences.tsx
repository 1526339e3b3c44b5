import type { ShownDifference } from '@airloom/contract/configuration/configuration.model';
import { useTranslation } from 'react-i18next';
import './configuration.css';
import { differenceWords } from './difference-words.ts';
import { useWording } from './use-wording.ts';

interface DifferencesProps {
  differences: readonly ShownDifference[];
  /** More than are listed. */
  more?: number;
  /** Of something new, old values are not shown; of something deleted, new ones are not. */
  only?: 'before' | 'after' | undefined;
  /** Shown in front of the values. */
  captions?: { before: string; after: string };
}

/** Differences in words: field, old value, new value. */
export function Differences({ differences, more = 0, only, captions }: DifferencesProps) {
  const { t } = useTranslation();
  const wording = useWording();
  const caption = captions ? 'config-caption' : 'visually-hidden';
  return (
    <ul className="config-differences">
      {differenceWords(differences, wording).map(({ path, label, before, after }) => (
        <li key={path}>
          <span className="config-field">{label}</span>
          <span className="config-values" data-both={captions !== undefined}>
            {only !== 'after' && (
              <del>
                <span className={caption}>{captions?.before ?? t('configuration.before')} </span>
                {before}
              </del>
            )}
            {only === undefined && !captions && <span aria-hidden>→</span>}
            {only !== 'before' && (
              <ins>
                <span className={caption}>{captions?.after ?? t('configuration.after')} </span>
                {after}
              </ins>
            )}
          </span>
        </li>
      ))}
      {more > 0 && <li className="config-quiet">{t('configuration.more', { count: more })}</li>}
    </ul>
  );
}
