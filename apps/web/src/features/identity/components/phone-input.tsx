import { formatPhone } from '@airloom/contract/formats/people/phone';
import Input from 'antd/es/input/Input';
import type { ReactNode } from 'react';
import { inputProps } from '../../../shared/form/text-inputs.tsx';
import type { Control } from '../../../shared/form/use-schema-form.ts';
import { homeCountryCode, splitPhone, takeTyped } from '../phone-text.ts';
import { CountryPicker } from './CountryPicker.tsx';
import './inputs.css';

interface PhoneOptions {
  takesFocus?: boolean;
  /** An empty number is an empty text, for optional phones. */
  optional?: boolean;
}

/** A phone as in the contract, `+48 600100200`, entered as a country and a number. */
export function phoneInput({ takesFocus = false, optional = false }: PhoneOptions = {}) {
  return function PhoneControl(control: Control<string | undefined>): ReactNode {
    const typed = splitPhone(control.value ?? '');
    const phone =
      typed.countryCode === '' ? { ...typed, countryCode: homeCountryCode(navigator.languages) } : typed;
    return (
      <div className="identity-joined">
        <CountryPicker
          countryCode={phone.countryCode}
          onPick={(countryCode) => control.onChange(formatPhone({ ...phone, countryCode }))}
        />
        <Input
          {...inputProps(control)}
          type="tel"
          inputMode="tel"
          autoComplete="tel-national"
          {...(takesFocus ? { autoFocus: true } : {})}
          value={phone.number}
          onChange={(event) => {
            const next = takeTyped(event.target.value, phone.countryCode);
            control.onChange(optional && splitPhone(next).number === '' ? '' : next);
          }}
        />
      </div>
    );
  };
}
