import { storedSecret } from '@airloom/contract/configuration/secret';

const SECRETS: ReadonlySet<string> = new Set(['password', 'key', 'secret', 'sharedKey']);

/** A value to be shown: its secrets, new or stored, are `***`. */
export function withoutSecrets(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutSecrets);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, part]: [string, unknown]) => [
      name,
      SECRETS.has(name) && part !== null && part !== undefined ? '***' : withoutSecrets(part),
    ]),
  );
}

/** Values for a new setting: a stored secret belongs to its setting, so it has to be entered again. */
export function withoutStored<T>(values: T): T {
  return JSON.parse(
    JSON.stringify(values, (_, part: unknown) => (storedSecret.safeParse(part).success ? '' : part)),
  );
}
