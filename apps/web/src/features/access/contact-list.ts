import { internationalPhone } from '../../shared/form/international-phone.ts';

function tidy(text: string): string {
  return text.includes('@') ? text.toLowerCase() : (internationalPhone(text) ?? text);
}

/** Splits typed or pasted text into contacts. Phones may contain spaces, so a space ends only a mail. */
export function readContacts(text: string): string[] {
  return text
    .split(/[,;\n\t]+/)
    .flatMap((part) => (part.includes('@') ? part.split(/\s+/) : [part]))
    .map((part) => tidy(part.trim()))
    .filter((part) => part !== '');
}

export function addContacts(known: readonly string[], text: string): string[] {
  return [...new Set([...known, ...readContacts(text)])];
}
