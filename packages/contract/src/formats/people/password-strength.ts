/** Empty is 0; a fair password is 3. */
export type PasswordStrength = 0 | 1 | 2 | 3 | 4 | 5;

/**
 * One to four points by length (up to 8, up to 12, up to 16, beyond) and one more for mixing lower
 * and upper case.
 */
export function passwordStrength(password: string): PasswordStrength {
  const { length } = password;
  if (length === 0) return 0;
  const mixedCase = /[a-z]/.test(password) && /[A-Z]/.test(password);
  if (length <= 8) return mixedCase ? 2 : 1;
  if (length <= 12) return mixedCase ? 3 : 2;
  if (length <= 16) return mixedCase ? 4 : 3;
  return mixedCase ? 5 : 4;
}
