import type { ShownDifference } from '@airloom/contract/configuration/configuration.model';
import { useTranslation } from 'react-i18next';
import './configuration.css';
import { type DifferenceWords, differenceWords } from './difference-words.ts';
import { useWording } from './use-wording.ts';

interface ShownAs {
  /** Of something new, old values are not shown; of something deleted, new ones are not. */
  only?: 'before' | 'after' | undefined;
  /** Shown in front of the values. */
  captions?: { before: string; after: string };
}

function Values({ words, only, captions }: ShownAs & { words: DifferenceWords }) {
  const { t } = useTranslation();
  const caption = captions ? 'config-caption' : 'visually-hidden';
  const hasBefore = only !== 'after' && (captions !== undefined || !words.isNew);
  const hasAfter = only !== 'before';
  return (
    <span className="config-values" data-both={captions !== undefined}>
      {hasBefore && (
        <del>
          <span className={caption}>{captions?.before ?? t('configuration.before')} </span>
          {words.before}
        </del>
      )}
      {hasBefore && hasAfter && !captions && <span aria-hidden>→</span>}
      {hasAfter && (
        <ins>
          <span className={caption}>{captions?.after ?? t('configuration.after')} </span>
          {words.after}
        </ins>
      )}
    </span>
  );
}

interface DifferencesProps extends ShownAs {
  differences: readonly ShownDifference[];
  /** More than are listed. */
  more?: number;
}

/** Differences in words: field, old value, new value. Details of a document are folded. */
export function Differences({ differences, more = 0, ...as }: DifferencesProps) {
  const { t } = useTranslation();
  const words = differenceWords(differences, useWording());
  const technical = words.filter(({ isTechnical }) => isTechnical);
  const lineOf = (one: DifferenceWords) => (
    <li key={one.path}>
      <span className="config-field">{one.label}</span>
      <Values words={one} {...as} />
    </li>
  );
  return (
    <>
      <ul className="config-differences">
        {words.filter(({ isTechnical }) => !isTechnical).map(lineOf)}
        {more > 0 && <li className="config-quiet">{t('configuration.more', { count: more })}</li>}
      </ul>
      {technical.length > 0 && (
        <details className="config-technical">
          <summary>{t('configuration.technical', { count: technical.length })}</summary>
          <ul className="config-differences">{technical.map(lineOf)}</ul>
        </details>
      )}
    </>
  );
}
