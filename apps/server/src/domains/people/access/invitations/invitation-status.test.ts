import { INVITATION_STATUSES, INVITATION_TRANSITIONS } from '@airloom/contract/access/access.states';
import { expect, test } from 'vitest';
import { Failure } from '../../../../platform/failure.ts';
import { moved, statusAt, statusesBefore } from './invitation-status.ts';

const end = new Date('2026-05-01T12:00:00Z');

test('an open invitation expires exactly at its expiry time', () => {
  const open = { status: 'sent', expires_at: end } as const;
  expect(statusAt(open, new Date(end.getTime() - 1))).toBe('sent');
  expect(statusAt(open, end)).toBe('expired');
});

test('an invitation that has ended does not expire', () => {
  expect(statusAt({ status: 'accepted', expires_at: end }, new Date(end.getTime() + 1))).toBe('accepted');
  expect(statusAt({ status: 'revoked', expires_at: end }, new Date(end.getTime() + 1))).toBe('revoked');
});

test.each(INVITATION_STATUSES.flatMap((from) => INVITATION_STATUSES.map((to) => [from, to] as const)))(
  'from %s to %s only as the table says',
  (from, to) => {
    if (INVITATION_TRANSITIONS[from].includes(to)) expect(moved(from, to)).toBe(to);
    else expect(() => moved(from, to)).toThrow(new Failure('invitationEnded'));
  },
);

test('only open invitations can expire', () => {
  expect(statusesBefore('expired')).toEqual(['sent']);
});
