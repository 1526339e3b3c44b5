import type { SettingEdit } from '@airloom/contract/configuration/edits';
import { mapSecrets } from '@airloom/contract/configuration/secret-fields';
import { Failure } from '../../../../platform/failure.ts';

/** Digests of the secrets of an edit, each with its use. */
function digestsOf(edit: SettingEdit): string[] {
  const found: string[] = [];
  mapSecrets(edit, (secret, use) => {
    if (typeof secret !== 'string') found.push(`${use} ${secret.digest}`);
    return secret;
  });
  return found;
}

/**
 * A kept secret must be one of the same setting and use: nobody can copy a secret that they may not reveal.
 * @throws {Failure}
 */
export function requireOwnSecrets(edit: SettingEdit, stored: readonly SettingEdit[]): void {
  const own = new Set(stored.flatMap(digestsOf));
  if (!digestsOf(edit).every((digest) => own.has(digest))) throw new Failure('notFound');
}
