import type { Call } from '@airloom/contract/call';
import { onlineCalls } from '@airloom/contract/clients/online.calls';

/** Calls that contain clients. */
export const TERMINAL_CALLS: readonly Call[] = [
  onlineCalls.listOnlineTerminals,
  onlineCalls.listKnownTerminals,
  onlineCalls.onlineCounts,
  onlineCalls.viewTerminal,
  onlineCalls.terminalTimeline,
  onlineCalls.listBlockedTerminals,
];
