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
  /** The body of a mail as HTML; made from the text where there is none. */
  readonly html?: string;
  /** Attachments, of mail only. */
  readonly attachments?: readonly Attachment[];
  /** Messages with the same id are the same message; mail programs show it once. */
  readonly id?: string;
}

/** Passes a message to its gateway, or throws: then it can be retried. */
export interface Sender {
  send(message: Message): Promise<void>;
}

export type Senders = Readonly<Record<Channel, Sender>> & {
  /** Whether a channel only shows its messages here instead of sending them. */
  readonly development: boolean;
};

/**
 * Why a message was not sent, without any of its text: gateways may quote it in their answer. `words` is that answer; it
 * is shown to whoever tests a sender, and never logged.
 */
export class SendError extends Error {
  readonly #words: string;

  constructor(reason: string, words = '') {
    super(reason);
    this.name = 'SendError';
    this.#words = words;
  }

  get words(): string {
    return this.#words === '' ? this.message : this.#words;
  }
}

/** The console has no sender for the channel. Retrying changes nothing. */
export class NoSenderError extends SendError {
  constructor(channel: Channel) {
    super(`no ${channel} sender configured`);
    this.name = 'NoSenderError';
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
