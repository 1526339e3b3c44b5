import type { Call } from '@airloom/contract/call';
import type { LiveMessage } from '@airloom/contract/live';

/** When the message comes, the answers of these calls are out of date; or something else is to be done. */
export interface LiveBinding {
  message: LiveMessage;
  refresh?: readonly Call[];
  run?(): void;
}
