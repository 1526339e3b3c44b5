import Input from 'antd/es/input/Input';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { inputProps } from '../../../shared/form/text-inputs.tsx';
import type { Control } from '../../../shared/form/use-schema-form.ts';
import { emptyPhone } from '../phone-text.ts';
import './inputs.css';
import { phoneInput } from './phone-input.tsx';

const phone = phoneInput();

function ContactControl({ control }: { control: Control<string> }) {
  const { t } = useTranslation();
  const byPhone = control.value.startsWith('+');
  const kinds = [
    { label: t('identity.contact.mail'), pressed: !byPhone, empty: '' },
    { label: t('identity.contact.phone'), pressed: byPhone, empty: emptyPhone(navigator.languages) },
  ];
  return (
    <div className="identity-contact">
      <fieldset className="identity-segments" aria-label={t('identity.contact.kind')}>
        {kinds.map(({ label, pressed, empty }) => (
          <button
            key={label}
            type="button"
            className="identity-segment"
            aria-pressed={pressed}
            onClick={() => {
              if (!pressed) control.onChange(empty);
            }}
          >
            {label}
          </button>
        ))}
      </fieldset>
      {byPhone ? (
        phone(control)
      ) : (
        <Input
          {...inputProps(control)}
          type="email"
          inputMode="email"
          autoComplete="email"
          autoCapitalize="none"
          spellCheck={false}
          value={control.value}
          onChange={(event) => control.onChange(event.target.value)}
        />
      )}
    </div>
  );
}

/** A phone or a mail address. */
export function contactInput() {
  return function renderContact(control: Control<string>): ReactNode {
    return <ContactControl control={control} />;
  };
}

/** A contact that is fixed, but still part of the form. */
export function lockedInput() {
  return function renderLocked(control: Control<string>): ReactNode {
    return <Input {...inputProps(control)} readOnly variant="filled" value={control.value} />;
  };
}
