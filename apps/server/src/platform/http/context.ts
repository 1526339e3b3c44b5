import type { Call } from '@airloom/contract/call';
import type { Language } from '@airloom/contract/languages';
import type { Scope } from '../scope.ts';

/** What a handler may know of the request, and the few things it may do to the answer. */
export interface RequestInfo {
  readonly id: string;
  readonly call: string;
  /** The address the request came from, through trusted proxies only. */
  readonly address: string;
  /** The browser or app, as it calls itself. */
  readonly client: string;
  /** What is answered in: the language asked for, else the person's, else the usual one. */
  readonly language: Language;
  /** Undefined where the request names no language of ours. */
  readonly askedLanguage: Language | undefined;
  /** Scheme, host and port as this browser addresses this server: for this browser's own use only. */
  readonly browserOrigin: string;
  /** Scheme, host and port that may be passed on to other people. */
  readonly origin: string;
  header(name: string): string | undefined;
  cookie(name: string): string | undefined;
  setCookie(name: string, value: string, options?: { maxAgeSeconds?: number; path?: string }): void;
  clearCookie(name: string, path?: string): void;
  /** Now it is known who asks, and which language they keep. */
  speakTo(stored: string): void;
  /** Answers with a success code other than 0: nothing changed, or accepted and running on. */
  succeedAs(code: number): void;
}

export interface PublicContext {
  readonly request: RequestInfo;
}

export interface SignedInContext extends PublicContext {
  readonly scope: Scope;
  /** Null when an API key, not a session, made the call. */
  readonly sessionId: string | null;
}

export type ContextOf<C extends Call> = C['access'] extends 'public' ? PublicContext : SignedInContext;

export interface Authenticated {
  readonly sessionId: string | null;
  /** As the person keeps it; empty until they choose one. */
  readonly language: string;
  readonly scope: Omit<Scope, 'origin'>;
}

/** Finds out whose token this is; throws a failure when the token is no good (any more). */
export interface Authenticator {
  authenticate(token: string): Promise<Authenticated>;
}

export const SESSION_COOKIE = 'airloom_token';
