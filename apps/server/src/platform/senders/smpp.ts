import { randomInt } from 'node:crypto';
import smpp, { type Fields, type Session } from 'smpp';
import { digitsOf, type Message, SendError, type Sender, shortReason } from './sender.ts';
import { partHeader, smsParts } from './sms-parts.ts';

export interface SmppOptions {
  /** `smpp://user:password@host:port`, or `ssmpp://` over TLS. */
  readonly url: string;
  readonly from: string;
  /** For the whole message: connecting, binding and sending every part. */
  readonly timeoutMs: number;
}

const PLAIN_PORT = 2775;
const TLS_PORT = 3550;

const INTERFACE_3_4 = 0x34;
const HAS_PART_HEADER = 0x40;

const INTERNATIONAL = { ton: 1, npi: 1 } as const;
const UNKNOWN = { ton: 0, npi: 1 } as const;
const ALPHANUMERIC = { ton: 5, npi: 0 } as const;

type Command = 'bind_transmitter' | 'submit_sm';

/** Sends text messages to an SMS centre over SMPP 3.4, each message over a connection of its own. */
export class SmppSender implements Sender {
  readonly #url: URL;
  readonly #from: string;
  readonly #timeoutMs: number;

  constructor(options: SmppOptions) {
    this.#url = new URL(options.url);
    this.#from = options.from;
    this.#timeoutMs = options.timeoutMs;
  }

  async send(message: Message): Promise<void> {
    const line = await Line.open(this.#url, this.#timeoutMs);
    try {
      await line.ask('bind_transmitter', {
        system_id: decodeURIComponent(this.#url.username),
        password: decodeURIComponent(this.#url.password),
        interface_version: INTERFACE_3_4,
      });
      for (const fields of submissions(this.#from, message)) await line.ask('submit_sm', fields);
    } finally {
      line.close();
    }
  }
}

function submissions(from: string, message: Message): Fields[] {
  const { coding, parts } = smsParts(message.body);
  const source = sourceType(from);
  const reference = randomInt(256);
  const addresses = {
    source_addr_ton: source.ton,
    source_addr_npi: source.npi,
    source_addr: source === ALPHANUMERIC ? from : digitsOf(from),
    dest_addr_ton: INTERNATIONAL.ton,
    dest_addr_npi: INTERNATIONAL.npi,
    destination_addr: digitsOf(message.target),
    data_coding: coding,
  };
  return parts.map((part, index) =>
    parts.length === 1
      ? { ...addresses, short_message: part }
      : {
          ...addresses,
          esm_class: HAS_PART_HEADER,
          short_message: Buffer.concat([partHeader(reference, parts.length, index), part]),
        },
  );
}

/** An alphanumeric sender, a full number with its country code, or a short number. */
function sourceType(from: string) {
  if (/^\+[0-9 ]+$/.test(from)) return INTERNATIONAL;
  return /^[0-9]+$/.test(from) ? UNKNOWN : ALPHANUMERIC;
}

/** One connection to the SMS centre. When it ends early, pending requests fail. */
class Line {
  readonly #session: Session;
  readonly #broken: Promise<never>;

  private constructor(session: Session, timeoutMs: number) {
    this.#session = session;
    this.#broken = new Promise((_, reject) => {
      const fail = (reason: string) => reject(new SendError(reason));
      const deadline = setTimeout(() => {
        fail('The SMS centre took too long');
        session.destroy();
      }, timeoutMs);
      session.on('error', (error) => fail(`The connection to the SMS centre failed: ${shortReason(error)}`));
      session.on('close', () => {
        clearTimeout(deadline);
        fail('The SMS centre hung up');
      });
    });
    // It is also rejected at the regular end, when nothing awaits it any more.
    this.#broken.catch(() => undefined);
  }

  static async open(url: URL, timeoutMs: number): Promise<Line> {
    const tls = url.protocol === 'ssmpp:';
    const host = url.hostname.replace(/^\[|\]$/g, '');
    const port = url.port === '' ? (tls ? TLS_PORT : PLAIN_PORT) : Number(url.port);
    const session = smpp.connect({ host, port, tls });
    const line = new Line(session, timeoutMs);
    await Promise.race([
      new Promise<void>((resolve) => session.on(tls ? 'secureConnect' : 'connect', resolve)),
      line.#broken,
    ]);
    return line;
  }

  async ask(command: Command, fields: Fields): Promise<void> {
    const answered = new Promise<number>((resolve, reject) => {
      const written = this.#session[command](fields, (pdu) => resolve(pdu.command_status));
      if (!written) reject(new SendError('The SMS centre hung up'));
    });
    const status = await Promise.race([answered, this.#broken]);
    if (status !== 0) throw new SendError(`The SMS centre refused ${command}: status ${status}`);
  }

  /** Unbinds, so that the centre frees the slot at once; not awaited. */
  close(): void {
    if (!this.#session.unbind(() => this.#session.destroy())) this.#session.destroy();
  }
}
