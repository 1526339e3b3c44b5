import { ACCOUNT_LIMITS } from '../../identity/identity.limits.ts';

export interface Phone {
  readonly countryCode: string;
  readonly number: string;
}

export function isPhoneNumber(text: string): boolean {
  const { phoneMin, phoneMax } = ACCOUNT_LIMITS;
  return text.length >= phoneMin && text.length <= phoneMax && /^[0-9]+$/.test(text);
}

/** Without plus. Four digits at most: territories that share +1 are listed with their area code. */
export function isCountryCode(text: string): boolean {
  return /^[1-9][0-9]{0,3}$/.test(text);
}

/** The stored and displayed form of a phone: `+48 600100200`. The space separates code and number without a table. */
export function formatPhone(phone: Phone): string {
  return `+${phone.countryCode} ${phone.number}`;
}

/** The accepted format in the API description. */
export const PHONE_DESCRIPTION = `A phone number as +, country code, a space and ${ACCOUNT_LIMITS.phoneMin} to ${ACCOUNT_LIMITS.phoneMax} digits, for example +48 600100200.`;

/** The values of the messages that refuse a phone number. */
export const PHONE_BOUNDS = { minimum: ACCOUNT_LIMITS.phoneMin, maximum: ACCOUNT_LIMITS.phoneMax } as const;

export function parsePhone(text: string): Phone | null {
  const match = /^\+([0-9]+) ([0-9]+)$/.exec(text);
  const [, countryCode = '', number = ''] = match ?? [];
  return isCountryCode(countryCode) && isPhoneNumber(number) ? { countryCode, number } : null;
}
