import { COUNTRIES } from '@airloom/contract/countries';
import { formatPhone, type Phone } from '@airloom/contract/formats/people/phone';

const FALLBACK_CODE = '86';

const longestFirst = [...new Set(COUNTRIES.map(({ dialCode }) => dialCode))].sort(
  (a, b) => b.length - a.length,
);

/** A partly typed phone: `+48 ` has a code and no number yet. */
export function splitPhone(text: string): Phone {
  const [code = '', number = ''] = text.split(' ');
  return { countryCode: code.replace(/^\+/, ''), number };
}

/** The dialling code of the country of the browser's first language. */
export function homeCountryCode(languages: readonly string[]): string {
  const region = languages[0] ? new Intl.Locale(languages[0]).maximize().region : undefined;
  return COUNTRIES.find(({ code }) => code === region)?.dialCode ?? FALLBACK_CODE;
}

export function emptyPhone(languages: readonly string[]): string {
  return formatPhone({ countryCode: homeCountryCode(languages), number: '' });
}

/** Removes spaces, brackets and a repeated country code from pasted numbers. */
export function takeTyped(typed: string, countryCode: string): string {
  const international = /^\s*(?:\+|00)/.test(typed);
  const digits = typed.replaceAll(/[^0-9]/g, '');
  if (!international) return formatPhone({ countryCode, number: digits });
  const whole = typed.trim().startsWith('+') ? digits : digits.slice(2);
  const known = longestFirst.find((code) => whole.startsWith(code));
  return known === undefined
    ? formatPhone({ countryCode, number: digits })
    : formatPhone({ countryCode: known, number: whole.slice(known.length) });
}
