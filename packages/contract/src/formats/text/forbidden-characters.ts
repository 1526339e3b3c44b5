/** Not allowed in names, which are shown, exported and sent to devices. */
export const FORBIDDEN_CHARACTERS = '@#$%^&*<>\'"';

export function hasForbiddenCharacters(text: string): boolean {
  return /[@#$%^&*<>'"]/.test(text);
}
