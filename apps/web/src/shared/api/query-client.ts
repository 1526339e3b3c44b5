import { type Backoff, backoffMs } from '@airloom/contract/backoff';
import type { Call, InputOf } from '@airloom/contract/call';
import { QueryClient, type QueryKey, queryOptions } from '@tanstack/react-query';
import { isConnectionLost, whenReconnected } from '../live/connection-state.ts';
import { shownScreenLink } from '../session/screen-link.ts';
import { hasToken } from '../session/session-cookies.ts';
import { call } from './call.ts';
import { CallFailure } from './call-failure.ts';

const STALE_MS = 15_000;

/** While the server is out of reach, what is shown stays, and reading goes on until it answers. */
function worthAnotherTry(count: number, error: Error): boolean {
  return error instanceof CallFailure && error.kind === 'network' && (count < 1 || isConnectionLost());
}

const RETRIES: Backoff = { firstMs: 1_000, maxMs: 10_000, jitter: 0.5 };

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: STALE_MS,
      retry: worthAnotherTry,
      retryDelay: (count) => backoffMs(RETRIES, count),
      refetchOnWindowFocus: false,
    },
    // Offline, a change fails at once with an alert instead of waiting unseen.
    mutations: { retry: false, networkMode: 'always' },
  },
});

/** Whatever happened while the server was out of reach is unknown here. */
export function refreshWhenReconnected(): void {
  whenReconnected(() => void queryClient.invalidateQueries());
}

/** All answers of a call share the first part of their key, so a call can be refreshed whatever its input. */
export function callKey(definition: Call): QueryKey {
  return [`${definition.method} ${definition.path}`];
}

/** A page that is still on screen while somebody signs out must not ask on. */
export function mayAsk({ access, screens }: Call): boolean {
  return access === 'public' || hasToken() || (screens === true && shownScreenLink() !== null);
}

/** A screen shows its own failed state with a retry, so reading never pops up a toast. */
export function callQuery<C extends Call>(definition: C, input: InputOf<C>) {
  return queryOptions({
    queryKey: [...callKey(definition), input],
    queryFn: ({ signal }) => call(definition, input, { signal, quiet: true }),
    enabled: () => mayAsk(definition),
  });
}

/** A first read in progress continues and would count as fresh, so it is repeated afterwards. */
async function refreshKey(queryKey: QueryKey): Promise<void> {
  const firstReads = queryClient
    .getQueryCache()
    .findAll({ queryKey, fetchStatus: 'fetching', predicate: ({ state }) => state.data === undefined });
  await Promise.all([
    queryClient.invalidateQueries({ queryKey }),
    ...firstReads.map(async (query) => {
      await Promise.allSettled([query.promise]);
      await queryClient.invalidateQueries({ queryKey: query.queryKey, exact: true });
    }),
  ]);
}

/** Reads again whatever is on screen from these calls. */
export async function refreshCalls(...definitions: readonly Call[]): Promise<void> {
  await Promise.all(definitions.map((definition) => refreshKey(callKey(definition))));
}

/** Whether anything below these paths was read. */
export function wasRead(paths: readonly string[]): boolean {
  const queries = queryClient.getQueryCache().getAll();
  return queries.some(({ queryKey: [key] }) => paths.some((path) => String(key).includes(` ${path}/`)));
}

/** Like {@link refreshCalls}, but loads the calls only if something below these paths was read. */
export async function refreshIfRead(
  paths: readonly string[],
  load: () => Promise<readonly Call[]>,
): Promise<void> {
  if (wasRead(paths)) await refreshCalls(...(await load()));
}
