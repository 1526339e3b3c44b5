import type { Call } from '@airloom/contract/call';
import type { LiveMessage } from '@airloom/contract/live';

/** When the message comes, the answers of these calls are out of date; or something else is to be done. */
export interface LiveBinding {
  message: LiveMessage;
  refresh?: readonly Call[];
  run?(): void;
  /** Takes what came within a quarter of a second; what was missed while the line was down is not in it. */
  take?(payloads: readonly unknown[]): void;
}
