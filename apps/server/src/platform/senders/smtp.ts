import { createTransport } from 'nodemailer';
import { textAsHtml } from './html.ts';
import { type Message, SendError, type Sender, shortReason } from './sender.ts';

export interface SmtpOptions {
  /** `smtp://` or `smtps://`, with user and password where the server requires them. */
  readonly url: string;
  readonly from: string;
  readonly timeoutMs: number;
}

/** Sends mail to a mail server. */
export class SmtpSender implements Sender {
  readonly #transport;
  readonly #from: string;
  readonly #domain: string;

  constructor(options: SmtpOptions) {
    this.#from = options.from;
    this.#domain = /@([a-z\d.-]+)/i.exec(options.from)?.[1] ?? 'airloom';
    this.#transport = createTransport({
      url: options.url,
      // From looking up the name to the server's greeting.
      connectionTimeout: options.timeoutMs,
      socketTimeout: options.timeoutMs,
      disableFileAccess: true,
      disableUrlAccess: true,
    });
  }

  async send(message: Message): Promise<void> {
    try {
      await this.#transport.sendMail({
        from: this.#from,
        // As an object it is always one recipient, whatever characters it contains.
        to: { name: '', address: message.target },
        subject: message.subject,
        text: message.body,
        html: message.html ?? `<!doctype html><html><body><p>${textAsHtml(message.body)}</p></body></html>`,
        ...(message.id === undefined ? {} : { messageId: `<${message.id}@${this.#domain}>` }),
        attachments: (message.attachments ?? []).map(({ name, type, content }) => ({
          filename: name,
          contentType: type,
          content,
        })),
        headers: { 'Auto-Submitted': 'auto-generated' },
      });
    } catch (error) {
      throw new SendError(
        `The mail server did not take the mail: ${shortReason(error)}${replyCode(error)}`,
        wordsOf(error),
      );
    }
  }
}

/** The reply of the mail server, or why it could not be reached. */
function wordsOf(error: unknown): string {
  if (!(error instanceof Error)) return '';
  return 'response' in error && typeof error.response === 'string' ? error.response : error.message;
}

function replyCode(error: unknown): string {
  return error instanceof Error && 'responseCode' in error ? ` (${String(error.responseCode)})` : '';
}
