import Input from 'antd/es/input/Input';
import Password from 'antd/es/input/Password';
import type { ReactNode } from 'react';
import type { Control } from './use-schema-form.ts';

/** The attributes every native input takes from its control. */
export function inputProps(control: Control) {
  return {
    id: control.id,
    name: control.name,
    onBlur: control.onBlur,
    'aria-invalid': control.invalid,
    'aria-required': control.required,
    'aria-describedby': control.describedBy,
    ...(control.invalid ? { status: 'error' as const } : {}),
  };
}

interface TextOptions {
  autoComplete?: string;
  placeholder?: string;
  inputMode?: 'text' | 'numeric' | 'tel' | 'email' | 'url';
  autoFocus?: boolean;
  /** For keys, addresses and codes. */
  code?: boolean;
  /** Stands after the text, e.g. a button that sends a code. */
  suffix?: ReactNode;
}

export function textInput(options: TextOptions = {}) {
  return function TextControl(control: Control<string | undefined>): ReactNode {
    const { code, ...rest } = options;
    return (
      <Input
        {...inputProps(control)}
        {...rest}
        data-takes-focus={rest.autoFocus}
        {...(code ? { style: { fontFamily: 'var(--font-code)' }, spellCheck: false } : {})}
        value={control.value ?? ''}
        onChange={(event) => control.onChange(event.target.value)}
      />
    );
  };
}

export function passwordInput(options: Pick<TextOptions, 'autoComplete' | 'autoFocus'>) {
  return function PasswordControl(control: Control<string | undefined>): ReactNode {
    return (
      <Password
        {...inputProps(control)}
        {...options}
        value={control.value ?? ''}
        onChange={(event) => control.onChange(event.target.value)}
      />
    );
  };
}
