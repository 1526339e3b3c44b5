import { passwordInput } from '../../../shared/form/text-inputs.tsx';

/** The password field of sensitive changes, which protects an unattended session. */
export function yourPassword({ autoFocus = false } = {}) {
  return {
    name: 'password',
    label: 'identity.password.yours',
    input: passwordInput({ autoComplete: 'current-password', autoFocus }),
  } as const;
}
