import { errorCode } from '../error-code.ts';

export const CHANNELS = ['sms', 'mail'] as const;
export type Channel = (typeof CHANNELS)[number];

export interface Attachment {
  readonly name: string;
  readonly type: string;
  readonly content: Buffer;
}

export interface Message {
  readonly channel: Channel;
  /** A phone as `+<country code> <number>`, or an e-mail address. */
  readonly target: string;
  /** Text messages have none. */
  readonly subject: string;
  readonly body: string;
  /** Files beside the text, of mail alone. */
  readonly attachments?: readonly Attachment[];
  /** What is sent again under the same id is the same message; mail programs show it once. */
  readonly id?: string;
}

/** Hands a message over to whoever delivers it, or throws: then it can be tried again. */
export interface Sender {
  send(message: Message): Promise<void>;
}

/** Why a message did not go out, told without a word of the message: gateways may quote it in what they answer. */
export class SendError extends Error {
  constructor(reason: string) {
    super(reason);
    this.name = 'SendError';
  }
}

/** The short code of a system or library error, such as `ECONNREFUSED`; never its text. */
export function shortReason(error: unknown): string {
  const code = errorCode(error);
  if (typeof code === 'string') return code;
  return error instanceof Error ? error.name : 'unknown error';
}

/** How gateways want a phone: digits alone, beginning with the country code. */
export function digitsOf(phone: string): string {
  return phone.replaceAll(/[^0-9]/g, '');
}
