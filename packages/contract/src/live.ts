import { z } from 'zod';
import type { GuardKey } from './guards.ts';
import { LIMITS } from './limits.ts';

/**
 * A message the server pushes to browsers. It reaches a socket only when its account is the socket's, the
 * permission (if any) is held, and the site or person it concerns (if any) is one the socket may see.
 */
export interface LiveMessage<P extends z.ZodType = z.ZodType> {
  readonly name: string;
  readonly permission: GuardKey | null;
  /** Whether displays that were opened by a link to the big screen receive it. */
  readonly screens?: true;
  readonly payload: P;
}

export function defineLive<P extends z.ZodType>(message: LiveMessage<P>): LiveMessage<P> {
  return message;
}

/** The wire format on the socket. */
export const liveFrame = z.object({ name: z.string(), payload: z.unknown() });
export type LiveFrame = z.infer<typeof liveFrame>;

/** Query parameter of the socket's address: the link of a display. */
export const SCREEN_PARAMETER = 'screen';

/** Something a page shows and wants detailed messages about, such as `device:<uuid>`. */
export function topicOf(kind: 'device', id: string): string {
  return `${kind}:${id}`;
}

/** The only message of a browser: what its pages show now. It replaces the previous one. */
export const watchFrame = z.object({
  watch: z.array(z.string().regex(/^[a-z]+:[0-9a-f-]{36}$/)).max(LIMITS.live.watchedMax),
});
export type WatchFrame = z.infer<typeof watchFrame>;

/** Close codes of the live socket: sign out after the first two, reconnect after the others. */
export const LIVE_CLOSE = {
  sessionEnded: 4401,
  /** The person was removed from the account. */
  accessRemoved: 4410,
  permissionsChanged: 4403,
  tooSlow: 4408,
  notUnderstood: 4400,
  /** It sends more frames than any page needs. */
  tooMany: 4429,
} as const;

/** Close codes of the shell socket before it joined a session. */
export const SHELL_CLOSE = { noSuchSession: 4404, notUnderstood: 4400 } as const;
