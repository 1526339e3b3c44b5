import type { Call } from '@airloom/contract/call';
import { messageCalls } from '@airloom/contract/messages/messages.calls';

/** Calls whose answers contain messages. */
export const MESSAGE_CALLS: readonly Call[] = [messageCalls.listMessages, messageCalls.getMessageCount];
