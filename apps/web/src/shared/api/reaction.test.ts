import { ERRORS } from '@airloom/contract/errors';
import { describe, expect, it } from 'vitest';
import { CallFailure } from './call-failure.ts';
import { reactionTo } from './reaction.ts';

function refused(
  code: number,
  message = 'the server says no',
  fields?: Record<string, { key: string; values: {} }>,
) {
  return new CallFailure('refused', { code, message, data: fields ? { fields } : {} });
}

describe('what a failure means', () => {
  it.each([
    [909, 'accountError'],
    [ERRORS.tokenTimeout.code, 'tokenTimeout'],
    [ERRORS.accessDataDeleted.code, 'accessDataDeleted'],
  ])('code %i ends the session: %s', (code, because) => {
    expect(reactionTo(refused(code))).toEqual({ do: 'endSession', because });
  });

  it('a time-out is a message with its own text', () => {
    expect(reactionTo(new CallFailure('timeout'))).toEqual({ do: 'toast', text: 'timeout' });
  });

  it('a network error is an alert', () => {
    expect(reactionTo(new CallFailure('network'))).toEqual({ do: 'alert', text: 'network' });
  });

  it.each([
    ['unsent', 'networkUnsent'],
    ['unknown', 'networkUnsure'],
  ] as const)('the alert says what became of a change: %s', (outcome, text) => {
    expect(reactionTo(new CallFailure('network', { outcome }))).toEqual({ do: 'alert', text });
  });

  it('an answer that is none counts as a system error', () => {
    expect(reactionTo(new CallFailure('malformed'))).toEqual({ do: 'toast', text: 'system' });
  });

  it('refused fields go to the form, not to a toast', () => {
    const fields = { name: { key: 'validation.required', values: {} } };
    expect(reactionTo(refused(ERRORS.invalidInput.code, 'check', fields))).toEqual({ do: 'showOnFields' });
  });

  it('rejected input without a field is shown like any other refusal', () => {
    expect(reactionTo(refused(ERRORS.invalidInput.code, 'check'))).toEqual({
      do: 'toast',
      text: { server: 'check' },
    });
  });

  it('any other code shows the text of the server, known or not', () => {
    expect(reactionTo(refused(ERRORS.roleInUse.code))).toEqual({
      do: 'toast',
      text: { server: 'the server says no' },
    });
    expect(reactionTo(refused(123_456))).toEqual({ do: 'toast', text: { server: 'the server says no' } });
  });

  it('a refusal without words becomes the generic one', () => {
    expect(reactionTo(refused(123_456, ''))).toEqual({ do: 'toast', text: 'system' });
  });
});
