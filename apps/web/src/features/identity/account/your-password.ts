import { passwordInput } from '../../../shared/form/text-inputs.tsx';

/** What the next person at the keyboard must not do asks for the password once more. */
export function yourPassword({ autoFocus = false } = {}) {
  return {
    name: 'password',
    label: 'identity.password.yours',
    input: passwordInput({ autoComplete: 'current-password', autoFocus }),
  } as const;
}
