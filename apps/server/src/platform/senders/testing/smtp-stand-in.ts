import { once } from 'node:events';
import { SMTPServer } from 'smtp-server';
import { errorCode } from '../../error-code.ts';
import { listenOnLoopback } from './loopback.ts';

export interface ReceivedMail {
  readonly from: string;
  readonly to: readonly string[];
  readonly user: string | undefined;
  /** Headers and body as received. */
  readonly raw: string;
}

export interface SmtpStandIn {
  readonly port: number;
  readonly mails: readonly ReceivedMail[];
  stop(): Promise<void>;
}

export const SMTP_USER = { name: 'airloom@example.org', password: 'p@ss/word' };

/**
 * An SMTP server that requires a password, stores what it receives, and refuses `nobody@example.org`. It
 * acknowledges a mail once `heard` is done.
 */
export async function startSmtp(
  port = 0,
  heard: () => Promise<void> = () => Promise.resolve(),
): Promise<SmtpStandIn> {
  const mails: ReceivedMail[] = [];
  const server = new SMTPServer({
    hideSTARTTLS: true,
    allowInsecureAuth: true,
    logger: false,
    onAuth: (auth, _, done) => {
      const right = auth.username === SMTP_USER.name && auth.password === SMTP_USER.password;
      done(right ? null : new Error('no'), { user: auth.username });
    },
    onRcptTo: ({ address }, _, done) =>
      address === 'nobody@example.org'
        ? done(Object.assign(new Error('your code 246810 is spam'), { responseCode: 550 }))
        : done(),
    onData: (stream, session, done) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      const keep = async () => {
        const { mailFrom, rcptTo } = session.envelope;
        mails.push({
          from: mailFrom === false ? '' : mailFrom.address,
          to: rcptTo.map(({ address }) => address),
          user: session.user,
          raw: Buffer.concat(chunks).toString('utf8'),
        });
        await heard();
        done();
      };
      stream.on('end', () => void keep());
    },
  });
  // A client that disconnects in the middle is no error of the server.
  server.on('error', (error) => {
    if (errorCode(error) !== 'ECONNRESET') throw error;
  });
  return {
    port: await listenOnLoopback(server.server, port),
    mails,
    stop: async () => {
      const closed = once(server.server, 'close');
      server.close();
      await closed;
    },
  };
}
