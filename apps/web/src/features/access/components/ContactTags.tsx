import { ACCOUNT_LIMITS } from '@airloom/contract/identity/identity.limits';
import { contact } from '@airloom/contract/identity/sign-in.rules';
import { type ClipboardEvent, type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { IssueText } from '../../../shared/form/Field.tsx';
import { type Issue, issuesOfSchema } from '../../../shared/form/issues.ts';
import type { Control } from '../../../shared/form/use-schema-form.ts';
import { Icon } from '../../../shared/ui/Icon.tsx';
import { addContacts } from '../contact-list.ts';
import './access.css';

const MAXIMUM = ACCOUNT_LIMITS.inviteMax;
const ENDS_ONE = new Set(['Enter', ',', ';']);

function issueOf(target: string): Issue | undefined {
  const result = contact.safeParse(target);
  return result.success ? undefined : issuesOfSchema(result.error.issues)[''];
}

function Tag({ target, onRemove }: { target: string; onRemove(): void }) {
  const { t } = useTranslation();
  const issueId = useId();
  const issue = issueOf(target);
  return (
    <li className="access-tag" data-invalid={issue !== undefined}>
      <span className="access-tag-chip">
        <span aria-describedby={issue && issueId}>{target}</span>
        <button
          type="button"
          className="access-tag-remove"
          aria-label={t('access.invite.removeTarget', { target })}
          onClick={onRemove}
        >
          <Icon name="close" size={12} />
        </button>
      </span>
      {issue && (
        <span id={issueId} className="field-issue">
          <IssueText issue={issue} />
        </span>
      )}
    </li>
  );
}

function ContactTags({ control }: { control: Control<string[]> }) {
  const { t } = useTranslation();
  const [draft, setDraft] = useState('');
  const input = useRef<HTMLInputElement>(null);
  const targets = control.value;
  const full = targets.length >= MAXIMUM;

  function add(text: string): void {
    setDraft('');
    const next = addContacts(targets, text);
    if (next.length > targets.length) control.onChange(next);
  }

  function remove(target: string): void {
    control.onChange(targets.filter((other) => other !== target));
    input.current?.focus();
  }

  function onKeyDown(event: KeyboardEvent): void {
    const last = targets.at(-1);
    if (ENDS_ONE.has(event.key) && draft.trim() !== '') {
      event.preventDefault();
      add(draft);
    } else if (event.key === 'Backspace' && draft === '' && last !== undefined) {
      event.preventDefault();
      remove(last);
    }
  }

  function onPaste(event: ClipboardEvent): void {
    event.preventDefault();
    add(`${draft}${event.clipboardData.getData('text')}`);
  }

  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- only a larger target for the pointer; keys go to the input itself */}
      <div className="access-tags" data-invalid={control.invalid} onClick={() => input.current?.focus()}>
        <ul className="access-tag-list">
          {targets.map((target) => (
            <Tag key={target} target={target} onRemove={() => remove(target)} />
          ))}
        </ul>
        <input
          ref={input}
          id={control.id}
          name={control.name}
          className="access-tags-input"
          autoComplete="off"
          spellCheck={false}
          aria-invalid={control.invalid}
          aria-required={control.required}
          aria-describedby={[control.describedBy, `${control.id}-room`].filter(Boolean).join(' ')}
          placeholder={targets.length === 0 ? t('access.invite.targetsPlaceholder') : ''}
          readOnly={full}
          value={draft}
          onChange={(event) => setDraft(event.target.value)}
          onKeyDown={onKeyDown}
          onPaste={onPaste}
          onBlur={() => {
            if (draft.trim() !== '') add(draft);
            control.onBlur();
          }}
        />
      </div>
      <p id={`${control.id}-room`} className="field-hint">
        {full ? t('access.invite.targetsFull') : t('access.invite.targetsHint', { maximum: MAXIMUM })}
      </p>
    </>
  );
}

/** Mail addresses and phone numbers as tags; errors are shown below each. */
export function contactTags() {
  return function ContactTagsControl(control: Control<string[]>): ReactNode {
    return <ContactTags control={control} />;
  };
}
