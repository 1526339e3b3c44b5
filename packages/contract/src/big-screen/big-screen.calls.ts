import { z } from 'zod';
import { defineCall } from '../call.ts';
import { uuid } from '../fields.ts';
import { openedScreen, screenLink } from './big-screen.model.ts';
import { screenLinkInput } from './big-screen.rules.ts';

export const bigScreenCalls = {
  listScreenLinks: defineCall({
    method: 'GET',
    path: '/bigScreen/links',
    access: 'statistics',
    effect: 'read',
    apiKeys: true,
    demo: true,
    summary: 'Links that open the big screen without a sign-in',
    input: z.object({}),
    output: z.array(screenLink),
  }),
  createScreenLink: defineCall({
    method: 'POST',
    path: '/bigScreen/createLink',
    access: 'statistics',
    effect: 'write',
    apiKeys: false,
    demo: false,
    summary: 'Create a link to the big screen; its address is returned only once',
    input: screenLinkInput,
    /** Below the origin of the console. */
    output: z.object({ linkUUID: uuid, path: z.string() }),
  }),
  revokeScreenLink: defineCall({
    method: 'DELETE',
    path: '/bigScreen/revokeLink',
    access: 'statistics',
    effect: 'write',
    apiKeys: true,
    demo: false,
    summary: 'Revoke a link; open screens close',
    input: z.object({ linkUUID: uuid }),
    output: z.null(),
  }),
  openScreenLink: defineCall({
    method: 'POST',
    path: '/bigScreen/openLink',
    access: 'public',
    effect: 'write',
    summary: 'Open the big screen by a link, or again with the cookie of an earlier opening',
    input: z.object({ linkUUID: uuid, token: z.string().max(100, 'validation.tooLong').optional() }),
    output: openedScreen,
  }),
};
