import type { z } from 'zod';
import type { Grant, PermissionKey } from './permissions.ts';

export const API_BASE = '/api/v1';

/** Who may make a call. A permission key requires `view`, or `operate` when the call writes. */
export type Access = 'public' | 'signedIn' | PermissionKey;

export type Method = 'GET' | 'POST' | 'DELETE';

/**
 * GET input travels in the query string, any other input as a JSON body. The schemas are typed by their values only: the
 * full type of every schema would make the compiler compare all methods of Zod wherever a call is used. A form for a part
 * of an input takes the schema that the input is made of.
 */
export interface Call<Input = unknown, Parsed = unknown, Output = unknown, A extends Access = Access> {
  readonly method: Method;
  /** Below {@link API_BASE}. */
  readonly path: string;
  readonly access: A;
  /** Besides its permission it needs one for a device class: without any it could only return nothing. */
  readonly ofDevices?: true;
  /** `write` calls change something: they need `operate`, the custom header, and leave an operation log. */
  readonly effect: 'read' | 'write';
  /** Whether an API key may make it. A person's own affairs are refused: profile, password, sessions, keys, messages. */
  readonly apiKeys?: boolean;
  /** Whether a visitor of the demo account may make it. */
  readonly demo?: boolean;
  /** Whether a display that was opened by a link to the big screen may make it. */
  readonly screens?: true;
  readonly summary: string;
  readonly input: z.ZodType<Parsed, Input>;
  readonly output: z.ZodType<Output>;
}

export function defineCall<I extends z.core.SomeType, O extends z.core.SomeType, const A extends Access>(
  call: Omit<Call, 'access' | 'input' | 'output'> & {
    readonly access: A;
    readonly input: I;
    readonly output: O;
  } & (A extends 'public'
      ? { readonly apiKeys?: never; readonly demo?: never }
      : Required<Pick<Call, 'apiKeys' | 'demo'>>),
): Call<z.input<I>, z.output<I>, z.output<O>, A>;
export function defineCall(call: Call): Call {
  return call;
}

export type InputOf<C extends Call> = z.input<C['input']>;
export type ParsedInputOf<C extends Call> = z.output<C['input']>;
export type OutputOf<C extends Call> = z.output<C['output']>;

/** The grant a caller must hold, or null when signing in (or nothing at all) is enough. */
export function requiredGrant(call: Pick<Call, 'access' | 'effect'>): Grant | null {
  if (call.access === 'public' || call.access === 'signedIn') return null;
  return call.effect === 'write' ? `${call.access}:operate` : call.access;
}

/** Browsers never send this header across sites on their own, so its presence stops forged requests. */
export const CLIENT_HEADER = 'x-airloom-client';

/** Names the link of the display that makes a call with `screens`; its token is in a cookie. */
export const SCREEN_HEADER = 'x-airloom-screen';

/** A writing call that is sent again with the same value is not executed again: it gets the first answer. */
export const REPEAT_HEADER = 'repeat-key';
