import { Button } from 'antd';
import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { IssueText } from '../../../shared/form/Field.tsx';
import type { Issue } from '../../../shared/form/issues.ts';
import type { Inherited } from '../radio-form.ts';
import './wireless.css';

interface RadioFieldProps {
  label: string;
  /** Whether the place sets it itself. */
  isSet: boolean;
  inherited: Inherited<unknown> | null;
  issue?: Issue | undefined;
  hint?: string;
  onReset(): void;
  children(labelledBy: string): ReactNode;
}

/** One value with where it comes from; a value of this place can be reset to the inherited one. */
export function RadioField({ label, isSet, inherited, issue, hint, onReset, children }: RadioFieldProps) {
  const { t } = useTranslation();
  const id = useId();
  const from = inherited
    ? t('wireless.radio.inherited', { name: inherited.from })
    : t('wireless.radio.byDevice');
  return (
    <div className="wireless-radio-field" data-set={isSet}>
      <span className="field-label" id={id}>
        {label}
      </span>
      <div className="wireless-radio-value">
        {children(id)}
        {hint !== undefined && <p className="field-hint">{hint}</p>}
        {issue && (
          <p className="field-issue" role="alert">
            <IssueText issue={issue} />
          </p>
        )}
      </div>
      <span className="wireless-radio-origin">
        {isSet ? (
          <>
            <span className="wireless-set">{t('wireless.radio.setHere')}</span>
            <Button size="small" aria-label={t('wireless.radio.resetOf', { name: label })} onClick={onReset}>
              {t('wireless.radio.reset')}
            </Button>
          </>
        ) : (
          from
        )}
      </span>
    </div>
  );
}
