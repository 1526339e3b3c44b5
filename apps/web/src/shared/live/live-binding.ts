import type { Call } from '@airloom/contract/call';
import type { LiveMessage } from '@airloom/contract/live';

/** When the message comes, the answers of these calls are out of date. */
export interface LiveBinding {
  message: LiveMessage;
  refresh: readonly Call[];
}
