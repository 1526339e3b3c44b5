import { z } from 'zod';
import type { PermissionKey } from './permissions.ts';

/**
 * A message the server pushes to browsers. It reaches a socket only when its account is the socket's, the
 * permission (if any) is held, and the site or person it concerns (if any) is one the socket may see.
 */
export interface LiveMessage<P extends z.ZodType = z.ZodType> {
  readonly name: string;
  readonly permission: PermissionKey | null;
  readonly payload: P;
}

export function defineLive<P extends z.ZodType>(message: LiveMessage<P>): LiveMessage<P> {
  return message;
}

/** What travels over the socket. */
export const liveFrame = z.object({ name: z.string(), payload: z.unknown() });
export type LiveFrame = z.infer<typeof liveFrame>;

/** Close codes of the live socket: sign out after the first, come back after the others. */
export const LIVE_CLOSE = { sessionEnded: 4401, rightsChanged: 4403, tooSlow: 4408 } as const;

/** Close codes of the shell socket. */
export const SHELL_CLOSE = { noSuchSession: 4404 } as const;
