import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { textInput } from '../../../shared/form/text-inputs.tsx';
import type { Control } from '../../../shared/form/use-schema-form.ts';
import type { NameCheck } from '../use-name-check.ts';
import './inputs.css';

const input = textInput({ autoComplete: 'username' });

function NameNote({ check }: { check: NameCheck }) {
  const { t } = useTranslation();
  const notes = {
    unknown: null,
    checking: { tone: 'none', text: t('identity.userName.checking') },
    free: { tone: 'ok', text: t('identity.userName.free') },
    taken: { tone: 'error', text: t('identity.userName.taken') },
  };
  const note = notes[check];
  return (
    <output className="identity-note" data-tone={note?.tone}>
      {note?.text}
    </output>
  );
}

/** The field of a new user name, with its availability. */
export function userNameInput(check: NameCheck) {
  return function renderUserName(control: Control<string>): ReactNode {
    return (
      <div>
        {input(control)}
        <NameNote check={check} />
      </div>
    );
  };
}
