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
  /** Attachments, of mail only. */
  readonly attachments?: readonly Attachment[];
  /** Messages with the same id are the same message; mail programs show it once. */
  readonly id?: string;
}

/** Passes a message to its gateway, or throws: then it can be retried. */
export interface Sender {
  send(message: Message): Promise<void>;
}

/** Why a message was not sent, without any of its text: gateways may quote it in their answer. */
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

/** A phone as gateways expect it: digits only, beginning with the country code. */
export function digitsOf(phone: string): string {
  return phone.replaceAll(/[^0-9]/g, '');
}
