import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import './form.css';
import type { MessageKey } from '../i18n/i18n.ts';
import { isMessageKey } from '../i18n/is-message-key.ts';
import type { Issue } from './issues.ts';
import type { Control } from './use-schema-form.ts';

export function IssueText({ issue }: { issue: Issue }) {
  const { t } = useTranslation();
  return <>{isMessageKey(issue.key) ? t(issue.key, issue.values) : t('validation.invalid')}</>;
}

/** From here on the counter shows how much room is left. */
const NEARLY_FULL = 0.8;

function Counter({ control }: { control: Control }) {
  const { t } = useTranslation();
  const { value, maxLength } = control;
  if (maxLength === undefined || typeof value !== 'string' || value.length < maxLength * NEARLY_FULL)
    return null;
  return (
    <span className="field-counter">{t('ui.form.counter', { used: value.length, maximum: maxLength })}</span>
  );
}

interface FieldProps {
  control: Control;
  label: MessageKey;
  hint?: MessageKey | undefined;
  issue: Issue | undefined;
  /** Several inputs under one label, such as a tree of checkboxes. */
  group?: boolean | undefined;
  /** Yes/no inputs stand before their label. */
  inline?: boolean | undefined;
  children(control: Control): ReactNode;
}

export function Field({ control, label, hint, issue, group, inline, children }: FieldProps) {
  const { t } = useTranslation();
  const hintId = useId();
  const describedBy = [issue && control.describedBy, hint && hintId].filter(Boolean).join(' ') || undefined;
  const name = (
    <>
      {t(label)}
      {!control.required && !inline && <span className="field-optional">{t('ui.form.optional')}</span>}
    </>
  );
  const Label = group ? 'span' : 'label';
  return (
    <div
      className={inline ? 'field field-inline' : 'field'}
      {...(group ? { role: 'group', 'aria-labelledby': `${control.id}-label` } : {})}
    >
      <div className="field-head">
        <Label id={`${control.id}-label`} className="field-label" {...(group ? {} : { htmlFor: control.id })}>
          {name}
        </Label>
        <Counter control={control} />
      </div>
      {children({ ...control, describedBy })}
      {issue && (
        <p id={`${control.id}-issue`} className="field-issue" role="alert">
          <IssueText issue={issue} />
        </p>
      )}
      {hint && (
        <p id={hintId} className="field-hint">
          {t(hint)}
        </p>
      )}
    </div>
  );
}
