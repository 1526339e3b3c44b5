import { LOGIN_PASSWORD_FAULTS, loginPasswordFault } from '@airloom/contract/formats/login-password';
import { passwordStrength } from '@airloom/contract/formats/password-strength';
import { LIMITS } from '@airloom/contract/limits';
import Password from 'antd/es/input/Password';
import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { inputProps } from '../../../shared/form/text-inputs.tsx';
import type { Control } from '../../../shared/form/use-schema-form.ts';
import { Icon } from '../../../shared/ui/Icon.tsx';
import './inputs.css';

const WORDS = [
  null,
  'identity.strength.weak',
  'identity.strength.weak',
  'identity.strength.fair',
  'identity.strength.good',
  'identity.strength.strong',
] as const;
const COLOURS = ['', 'var(--error)', 'var(--error)', 'var(--warn)', 'var(--ok)', 'var(--ok)'] as const;
const BARS = [1, 2, 3, 4, 5] as const;

function Strength({ password }: { password: string }) {
  const { t } = useTranslation();
  const strength = passwordStrength(password);
  const word = WORDS[strength];
  return (
    <div className="identity-strength">
      <span className="identity-strength-bars" aria-hidden>
        {BARS.map((bar) => (
          <span
            key={bar}
            className="identity-strength-bar"
            style={bar <= strength ? { background: COLOURS[strength] } : undefined}
          />
        ))}
      </span>
      <span className="identity-strength-word" aria-live="polite">
        {word && t(word)}
      </span>
    </div>
  );
}

/** Those that are worth reading before typing; the rest is said once broken. */
const TOLD = [
  { fault: 'length', text: 'validation.password.length' },
  { fault: 'classes', text: 'validation.password.classes' },
  { fault: 'accountName', text: 'validation.password.accountName' },
] as const;

function Rules({ password, names, id }: { password: string; names: readonly string[]; id: string }) {
  const { t } = useTranslation();
  const fault = loginPasswordFault(password, names);
  const reached = fault === null ? LOGIN_PASSWORD_FAULTS.length : LOGIN_PASSWORD_FAULTS.indexOf(fault);
  const values = { minimum: LIMITS.account.passwordMin, maximum: LIMITS.account.passwordMax };
  return (
    <ul id={id} className="identity-rules">
      {TOLD.map((rule) => {
        const kept = password !== '' && LOGIN_PASSWORD_FAULTS.indexOf(rule.fault) < reached;
        return (
          <li key={rule.fault} className="identity-rule" data-kept={kept}>
            {kept ? <Icon name="check" size={12} /> : <span aria-hidden>·</span>}
            {t(rule.text, values)}
          </li>
        );
      })}
    </ul>
  );
}

function NewPasswordControl({ control, names }: { control: Control<string>; names: readonly string[] }) {
  const rulesId = useId();
  const describedBy = [control.describedBy, rulesId].filter(Boolean).join(' ');
  return (
    <div>
      <Password
        {...inputProps({ ...control, describedBy })}
        autoComplete="new-password"
        value={control.value}
        onChange={(event) => control.onChange(event.target.value)}
      />
      <Strength password={control.value} />
      <Rules password={control.value} names={names} id={rulesId} />
    </div>
  );
}

/** A password being chosen, with its strength and rules in view. `names` are what it must not contain. */
export function newPasswordInput(names: readonly string[]) {
  return function renderNewPassword(control: Control<string>): ReactNode {
    return <NewPasswordControl control={control} names={names} />;
  };
}
