export { MessageDesk, type NewMessage } from './desk.ts';
export { createMessages } from './messages.module.ts';
