import { passwordStrength } from '@airloom/contract/formats/people/password-strength';
import Password from 'antd/es/input/Password';
import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '../ui/Icon.tsx';
import './chosen-password.css';
import { inputProps } from './text-inputs.tsx';
import type { Control } from './use-schema-form.ts';

const WORDS = [
  null,
  'ui.strength.weak',
  'ui.strength.weak',
  'ui.strength.fair',
  'ui.strength.good',
  'ui.strength.strong',
] as const;
const COLOURS = ['', 'var(--error)', 'var(--error)', 'var(--warn)', 'var(--ok)', 'var(--ok)'] as const;
const BARS = [1, 2, 3, 4, 5] as const;

function Strength({ password }: { password: string }) {
  const { t } = useTranslation();
  const strength = passwordStrength(password);
  const word = WORDS[strength];
  return (
    <div className="password-strength">
      <span className="password-strength-bars" aria-hidden>
        {BARS.map((bar) => (
          <span
            key={bar}
            className="password-strength-bar"
            style={bar <= strength ? { background: COLOURS[strength] } : undefined}
          />
        ))}
      </span>
      <span className="password-strength-word" aria-live="polite">
        {word && t(word)}
      </span>
    </div>
  );
}

export interface PasswordRules<F extends string> {
  /** All there are, in the order they are looked for. */
  faults: readonly F[];
  faultOf(password: string): F | null;
  /** Rules shown before typing; the others appear once violated. */
  shownRules: readonly { fault: F; text: string }[];
}

function Rules<F extends string>({
  password,
  rules,
  id,
}: {
  password: string;
  rules: PasswordRules<F>;
  id: string;
}) {
  const { faults, faultOf, shownRules } = rules;
  const fault = faultOf(password);
  const reached = fault === null ? faults.length : faults.indexOf(fault);
  return (
    <ul id={id} className="password-rules">
      {shownRules.map((rule) => {
        const kept = password !== '' && faults.indexOf(rule.fault) < reached;
        return (
          <li key={rule.fault} className="password-rule" data-kept={kept}>
            {kept ? <Icon name="check" size={12} /> : <span aria-hidden>·</span>}
            {rule.text}
          </li>
        );
      })}
    </ul>
  );
}

/** A password being chosen, with its strength and rules in view. */
export function ChosenPassword<F extends string>({
  control,
  rules,
}: {
  control: Control<string>;
  rules: PasswordRules<F>;
}): ReactNode {
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
      <Rules password={control.value} rules={rules} id={rulesId} />
    </div>
  );
}
