import type { Call } from '@airloom/contract/call';
import { onlineCalls } from '@airloom/contract/clients/online.calls';

/** Whatever a client shows up in. */
export const TERMINAL_CALLS: readonly Call[] = [
  onlineCalls.listOnlineTerminals,
  onlineCalls.onlineCounts,
  onlineCalls.viewTerminal,
  onlineCalls.terminalTimeline,
  onlineCalls.listBlockedTerminals,
];
