export { Inbox, type NewMessage } from './inbox.ts';
export { createMessages } from './messages.module.ts';
