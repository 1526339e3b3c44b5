import type { FailureData } from '@airloom/contract/envelope';
import type { ErrorKey } from '@airloom/contract/errors';

type Values = Readonly<Record<string, string | number>>;

/** A declared way to fail. Anything else that is thrown becomes the generic system error. */
export class Failure extends Error {
  readonly key: ErrorKey;
  readonly values: Values;
  readonly data: Partial<FailureData>;

  constructor(key: ErrorKey, values: Values = {}, data: Partial<FailureData> = {}) {
    super(key);
    this.name = 'Failure';
    this.key = key;
    this.values = values;
    this.data = data;
  }
}

/** Input that only the server can judge, put under its field like any other invalid input. */
export function invalidField(field: string, key: string, values: Values = {}): Failure {
  return new Failure('invalidInput', {}, { fields: { [field]: { key, values: { ...values } } } });
}
