import { type ErrorKey, errorKeyOf } from '@airloom/contract/errors';
import { expect } from 'vitest';
import type { Answer } from '../../../../testing/test-server.ts';

export function expectSuccess(answer: Answer<unknown>): void {
  expect({ code: answer.code, msg: answer.msg, failure: answer.failure }).toMatchObject({ code: 0, msg: '' });
}

export function expectFailure(answer: Answer<unknown>, key: ErrorKey): void {
  expect(errorKeyOf(answer.code)).toBe(key);
}
