import { digitsOf, type Message, SendError, type Sender, shortReason } from './sender.ts';

/** Of a refusal, for whoever tests the sender. */
const WORDS_MAX = 500;

export interface SmsHttpOptions {
  readonly url: string;
  readonly token: string | undefined;
  readonly from: string;
  readonly timeoutMs: number;
}

/** Sends text messages to an HTTP gateway: `POST {from, to, text}`; any 2xx answer means accepted. */
export class SmsHttpSender implements Sender {
  readonly #options: SmsHttpOptions;

  constructor(options: SmsHttpOptions) {
    this.#options = options;
  }

  async send(message: Message): Promise<void> {
    const { url, token, from, timeoutMs } = this.#options;
    const { status, words } = await fetch(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      },
      body: JSON.stringify({ from, to: `+${digitsOf(message.target)}`, text: message.body }),
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    }).then(
      async (response) => ({
        status: response.status,
        words: response.ok ? await discard(response) : (await response.text()).slice(0, WORDS_MAX),
      }),
      (error: unknown) => {
        throw new SendError(`The SMS gateway could not be reached: ${shortReason(causeOf(error))}`);
      },
    );
    if (status < 200 || status > 299)
      throw new SendError(`The SMS gateway answered ${status}`, `${status} ${words}`.trim());
  }
}

async function discard(response: Response): Promise<''> {
  await response.body?.cancel();
  return '';
}

/** The error of fetch has the reason in its cause. */
function causeOf(error: unknown): unknown {
  return error instanceof Error && error.cause !== undefined ? error.cause : error;
}
