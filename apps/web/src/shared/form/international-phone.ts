import { COUNTRIES } from '@airloom/contract/countries';
import { formatPhone } from '@airloom/contract/formats/people/phone';

const longestFirst = [...new Set(COUNTRIES.map(({ dialCode }) => dialCode))].sort(
  (a, b) => b.length - a.length,
);

/** `+48 600-100-200` and `0048600100200` as the contract has them, `+48 600100200`; null without a country. */
export function internationalPhone(text: string): string | null {
  const match = /^(?:\+|00)([\d\s().-]+)$/.exec(text.trim());
  const digits = match?.[1]?.replaceAll(/\D/g, '') ?? '';
  const countryCode = longestFirst.find((code) => digits.startsWith(code));
  if (countryCode === undefined) return null;
  return formatPhone({ countryCode, number: digits.slice(countryCode.length) });
}
