export { MessageDesk, type NewMessage } from './desk.ts';
