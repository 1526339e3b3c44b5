import type { CallFailure } from './call-failure.ts';

export type Reaction =
  | { do: 'endSession'; because: 'accountError' | 'tokenTimeout' | 'accessDataDeleted' }
  | { do: 'showOnFields' }
  | { do: 'alert'; text: 'network' }
  | { do: 'toast'; text: 'timeout' | 'system' | { server: string } };

/** What a failure means for the person (specification §8). */
export function reactionTo(failure: CallFailure): Reaction {
  switch (failure.kind) {
    case 'timeout':
      return { do: 'toast', text: 'timeout' };
    case 'network':
      return { do: 'alert', text: 'network' };
    case 'malformed':
      return { do: 'toast', text: 'system' };
    case 'refused':
      break;
  }
  switch (failure.key) {
    case 'accountError':
    case 'tokenTimeout':
    case 'accessDataDeleted':
      return { do: 'endSession', because: failure.key };
    case 'invalidInput':
      if (Object.keys(failure.data.fields ?? {}).length > 0) return { do: 'showOnFields' };
      break;
    default:
      break;
  }
  return { do: 'toast', text: failure.message === '' ? 'system' : { server: failure.message } };
}
