import type { Call } from '@airloom/contract/call';
import { messageCalls } from '@airloom/contract/messages/messages.calls';

/** Whatever a message shows up in. */
export const MESSAGE_CALLS: readonly Call[] = [messageCalls.listMessages, messageCalls.getMessageCount];
