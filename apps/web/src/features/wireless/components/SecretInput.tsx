import type { StoredSecret } from '@airloom/contract/configuration/secret';
import { Button } from 'antd';
import Password from 'antd/es/input/Password';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { inputProps } from '../../../shared/form/text-inputs.tsx';
import type { Control } from '../../../shared/form/use-schema-form.ts';
import { generatePassword } from '../generate-password.ts';
import './wireless.css';

export type Secret = StoredSecret | string | null | undefined;

interface SecretInputProps {
  control: Control<Secret>;
  onChange(value: StoredSecret | string): void;
  /** Offers a random password. */
  generates?: boolean;
  /** For an input without a label of its own. */
  label?: string;
}

/** A stored secret is not shown: it is kept, or replaced by a new one. */
export function SecretInput({ control, onChange, generates = false, label }: SecretInputProps) {
  const { t } = useTranslation();
  const [stored] = useState(() => (typeof control.value === 'object' ? control.value : null));
  const [shown, setShown] = useState(false);
  const named = label === undefined ? {} : { 'aria-label': label };
  if (typeof control.value === 'object' && control.value !== null)
    return (
      <div className="wireless-secret">
        <span className="wireless-stored">{t('wireless.secret.stored')}</span>
        <Button id={control.id} {...named} onClick={() => onChange('')}>
          {t('wireless.secret.change')}
        </Button>
      </div>
    );
  return (
    <div className="wireless-secret">
      <Password
        {...inputProps(control)}
        {...named}
        autoComplete="new-password"
        visibilityToggle={{ visible: shown, onVisibleChange: setShown }}
        value={control.value ?? ''}
        onChange={(event) => onChange(event.target.value)}
      />
      {generates && (
        <Button
          onClick={() => {
            setShown(true);
            onChange(generatePassword());
          }}
        >
          {t('wireless.secret.generate')}
        </Button>
      )}
      {stored && <Button onClick={() => onChange(stored)}>{t('wireless.secret.keep')}</Button>}
    </div>
  );
}
