import type { Call } from '@airloom/contract/call';
import type { Language } from '@airloom/contract/languages';
import type { Scope } from '../scope.ts';

/** What a handler may read of the request, and what it may set on the response. */
export interface RequestInfo {
  readonly id: string;
  readonly call: string;
  /** The address the request came from, through trusted proxies only. */
  readonly address: string;
  /** The User-Agent header. */
  readonly client: string;
  /** The language of the answer: the requested one, else the person's, else the default. */
  readonly language: Language;
  /** Undefined where the request names no supported language. */
  readonly requestedLanguage: Language | undefined;
  /** Scheme, host and port as this browser addresses this server: for answers to this browser only. */
  readonly browserOrigin: string;
  /** Scheme, host and port that may be sent to other people. */
  readonly origin: string;
  header(name: string): string | undefined;
  cookie(name: string): string | undefined;
  setCookie(name: string, value: string, options?: { maxAgeSeconds?: number; path?: string }): void;
  clearCookie(name: string, path?: string): void;
  /** Called once the person and their language are known. */
  speakTo(stored: string): void;
  /** Answers with a success code other than 0: nothing changed, or accepted and still running. */
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
  /** The language the person chose; empty until they choose one. */
  readonly language: string;
  readonly scope: Omit<Scope, 'origin'>;
  /** Of a display that a link to the big screen opened: it may only make calls with `screens`. */
  readonly screen?: { readonly addresses: readonly string[] };
}

/** Resolves a token to its session; throws a failure when the token is not valid (any more). */
export interface Authenticator {
  /** A check on behalf of a person who does nothing does not keep the session alive. */
  authenticate(token: string, options?: { readonly isActive: boolean }): Promise<Authenticated>;
}

export const SESSION_COOKIE = 'airloom_token';

/** A display, as it identifies itself. */
export interface ScreenOpening {
  readonly linkId: string;
  readonly token: string;
  readonly address: string;
}

/** Resolves the token of a link to the big screen; it is valid nowhere else. */
export interface ScreenAuthenticator {
  authenticate(opening: ScreenOpening): Promise<Authenticated>;
}

/** Has the token of a link: one per link, so that a browser can show several. */
export function screenCookie(linkId: string): string {
  return `airloom_screen_${linkId}`;
}
