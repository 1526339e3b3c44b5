import type { FailureData } from '@airloom/contract/envelope';
import type { ErrorKey, ErrorValues, PlainErrorKey } from '@airloom/contract/errors';

type Values = Readonly<Record<string, string | number>>;

/** A text with placeholders needs their values. */
type Details<K extends ErrorKey> = [K] extends [PlainErrorKey]
  ? [values?: Readonly<Record<string, never>>, data?: Partial<FailureData>]
  : K extends keyof ErrorValues
    ? [values: ErrorValues[K], data?: Partial<FailureData>]
    : never;

/** A declared failure. Anything else that is thrown becomes the generic system error. */
export class Failure<K extends ErrorKey = ErrorKey> extends Error {
  readonly key: ErrorKey;
  readonly values: Values;
  readonly data: Partial<FailureData>;

  constructor(key: K, ...[values = {}, data = {}]: Details<K>) {
    super(key);
    this.name = 'Failure';
    this.key = key;
    this.values = { ...values };
    this.data = data;
  }
}

/** Input that only the server can validate, reported under its field like any other invalid input. */
export function invalidField(field: string, key: string, values: Values = {}): Failure {
  return new Failure('invalidInput', {}, { fields: { [field]: { key, values: { ...values } } } });
}
