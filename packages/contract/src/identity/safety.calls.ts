import { z } from 'zod';
import { defineCall } from '../call.ts';
import { securityEvent } from './safety.model.ts';

/** Apart from the other calls of identity: the sign-in page needs none of these. */
export const safetyCalls = {
  listSecurityEvents: defineCall({
    method: 'GET',
    path: '/user/securityEvents',
    access: 'signedIn',
    effect: 'read',
    summary: 'One’s recent security events, newest first',
    input: z.object({}),
    output: z.array(securityEvent),
  }),
  sendOwnCode: defineCall({
    method: 'POST',
    path: '/user/sendOwnCode',
    access: 'signedIn',
    effect: 'write',
    summary: 'Send the second factor to one’s own phone or e-mail, where two-factor sign-in uses such codes',
    input: z.object({ channel: z.enum(['sms', 'mail']) }),
    output: z.object({ validMinutes: z.number(), retryAfter: z.number() }),
  }),
};
