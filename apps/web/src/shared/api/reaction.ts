import { COMMON_ERRORS } from '@airloom/contract/common-errors';
import type { CallFailure } from './call-failure.ts';

/** Errors that end the session. */
const SESSION_ENDS = ['accountError', 'tokenTimeout', 'accessDataDeleted'] as const;

export type Reaction =
  | { do: 'endSession'; because: (typeof SESSION_ENDS)[number] }
  | { do: 'showOnFields' }
  | { do: 'alert'; text: 'network' | 'networkUnsent' | 'networkUnsure' }
  | { do: 'toast'; text: 'timeout' | 'system' | { server: string } };

const NETWORK_TEXTS = { read: 'network', unsent: 'networkUnsent', unknown: 'networkUnsure' } as const;

/** What a failure means for the person (specification §8). */
export function reactionTo(failure: CallFailure): Reaction {
  switch (failure.kind) {
    case 'timeout':
      return { do: 'toast', text: 'timeout' };
    case 'network':
      return { do: 'alert', text: NETWORK_TEXTS[failure.outcome ?? 'read'] };
    case 'malformed':
      return { do: 'toast', text: 'system' };
    case 'refused':
      break;
  }
  const because = SESSION_ENDS.find((key) => failure.is(COMMON_ERRORS[key]));
  if (because) return { do: 'endSession', because };
  if (failure.is(COMMON_ERRORS.invalidInput) && Object.keys(failure.data.fields ?? {}).length > 0)
    return { do: 'showOnFields' };
  return { do: 'toast', text: failure.message === '' ? 'system' : { server: failure.message } };
}
