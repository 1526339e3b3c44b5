import { loginPasswordFault } from '@airloom/contract/formats/people/login-password';
import { newId } from '../../../../platform/ids.ts';
import { randomCode } from '../../../../platform/one-time-codes/random-code.ts';
import type { Platform } from '../../../../platform/platform.ts';
import { fillDemo, openAccount } from '../../accounts/index.ts';
import * as repository from '../identity.repository.ts';
import { hashPassword } from '../sign-in/passwords.ts';

const USER_NAME = 'admin';
const LENGTH = 16;
/** Without letters and digits that are easily confused. */
const ALPHABET = 'abcdefghijkmnpqrstuvwxyzACDEFGHJKLMNPQRTUVWXYZ234679-_.!';

export interface FirstAdministrator {
  readonly managerId: string;
  readonly userName: string;
  readonly password: string;
}

/**
 * Creates the first administrator, and the demo they own, when there is nobody at all. The password is stored
 * only as a hash.
 */
export async function createFirstAdministrator(platform: Platform): Promise<FirstAdministrator | null> {
  const password = generatePassword();
  const passwordHash = await hashPassword(password);
  return platform.database.asSystem(async (tx) => {
    if (await repository.managersExist(tx)) return null;
    const managerId = newId();
    await repository.insertManager(tx, {
      id: managerId,
      userName: USER_NAME,
      phone: null,
      email: null,
      // The time zone is set at the first sign-in.
      language: '',
      passwordHash,
      remindPassword: true,
    });
    await openAccount(tx, {
      name: USER_NAME,
      enterpriseName: '',
      ownerManagerId: managerId,
      ownerAlias: USER_NAME,
      demo: false,
      operator: true,
    });
    if (platform.settings.AIRLOOM_DEMO) await fillDemo(tx, managerId);
    return { managerId, userName: USER_NAME, password };
  });
}

function generatePassword(): string {
  for (;;) {
    const password = randomCode(ALPHABET, LENGTH);
    if (loginPasswordFault(password, [USER_NAME]) === null) return password;
  }
}
