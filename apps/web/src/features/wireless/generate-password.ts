/** Without characters that are mistaken for others when they are read aloud or typed from paper. */
const CHARACTERS = 'abcdefghjkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789';
const LENGTH = 16;
/** Larger values would make the first characters more probable. */
const LIMIT = 256 - (256 % CHARACTERS.length);

export function generatePassword(): string {
  let password = '';
  while (password.length < LENGTH) {
    for (const byte of crypto.getRandomValues(new Uint8Array(LENGTH))) {
      if (byte < LIMIT && password.length < LENGTH) password += CHARACTERS[byte % CHARACTERS.length] ?? '';
    }
  }
  return password;
}
