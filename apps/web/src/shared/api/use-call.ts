import type { Call, InputOf, OutputOf } from '@airloom/contract/call';
import {
  keepPreviousData,
  type QueryKey,
  type UseMutationResult,
  type UseQueryResult,
  useMutation,
  useQuery,
} from '@tanstack/react-query';
import { call } from './call.ts';
import { callQuery, mayAsk, refreshCalls } from './query-client.ts';

interface ReadOptions {
  enabled?: boolean;
  /**
   * Shows the previous answer while another input is being read, as tables do between pages; where this is a test, only
   * if the input it answered passes.
   */
  keepPrevious?: boolean | ((answered: unknown) => boolean);
  /** Reads again every so many milliseconds. */
  every?: number;
  /** Reads on while the page is hidden. */
  evenHidden?: boolean;
}

function previousIf(keep: (answered: unknown) => boolean) {
  return <T>(previous: T | undefined, query?: { queryKey: QueryKey }): T | undefined =>
    keep(query?.queryKey[1]) ? previous : undefined;
}

/** The answer of a call as the screen's state. */
export function useCall<C extends Call>(
  definition: C,
  input: InputOf<C>,
  options: ReadOptions = {},
): UseQueryResult<OutputOf<C>> {
  const { keepPrevious: keep } = options;
  return useQuery({
    ...callQuery(definition, input),
    enabled: () => mayAsk(definition) && (options.enabled ?? true),
    ...(keep ? { placeholderData: keep === true ? keepPreviousData : previousIf(keep) } : {}),
    ...(options.every === undefined ? {} : { refetchInterval: options.every }),
    refetchIntervalInBackground: options.evenHidden ?? false,
  });
}

interface CommandOptions<C extends Call> {
  /** Calls whose answers on screen are out of date afterwards. */
  refresh?: readonly Call[];
  onDone?: (output: OutputOf<C>, input: InputOf<C>) => void;
}

/** A call that somebody sets off: `run` throws on failure, `start` leaves the failure to the toast. */
export interface Command<C extends Call> {
  run(input: InputOf<C>): Promise<OutputOf<C>>;
  start(input: InputOf<C>): void;
  pending: boolean;
}

export function useCommand<C extends Call>(definition: C, options: CommandOptions<C> = {}): Command<C> {
  const mutation: UseMutationResult<OutputOf<C>, Error, InputOf<C>> = useMutation({
    mutationFn: (input: InputOf<C>) => call(definition, input),
    async onSuccess(output: OutputOf<C>, input: InputOf<C>) {
      if (options.refresh) await refreshCalls(...options.refresh);
      options.onDone?.(output, input);
    },
  });
  return { run: mutation.mutateAsync, start: mutation.mutate, pending: mutation.isPending };
}
