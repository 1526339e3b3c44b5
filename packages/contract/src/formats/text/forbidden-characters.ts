/** Names that are shown, exported and sent to devices keep clear of these. */
export const FORBIDDEN_CHARACTERS = '@#$%^&*<>\'"';

export function hasForbiddenCharacters(text: string): boolean {
  return /[@#$%^&*<>'"]/.test(text);
}
