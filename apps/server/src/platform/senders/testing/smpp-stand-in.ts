import { once } from 'node:events';
import smpp, { type SubmitPdu } from 'smpp';
import { listenOnLoopback } from './loopback.ts';

export interface SmppStandIn {
  readonly port: number;
  readonly submitted: readonly SubmitPdu[];
  /** The status each next submission is answered with; 0 when there is none. */
  readonly statuses: number[];
  /** Answers nothing from now on. */
  silence(): void;
  /** Resolves when a client has signed off. */
  unbound: Promise<void>;
  stop(): Promise<void>;
}

export const SMPP_USER = { systemId: 'airloom', password: 's3cr@t' };

/** An SMS centre on loopback. Submissions are answered unless `answers` is false. */
export async function startSmpp(answers: () => boolean = () => true): Promise<SmppStandIn> {
  const submitted: SubmitPdu[] = [];
  const statuses: number[] = [];
  const unbound = Promise.withResolvers<void>();
  let silent = false;
  const server = smpp.createServer((session) => {
    session.on('error', () => session.destroy());
    session.on('bind_transmitter', (pdu) => {
      if (silent) return;
      const right = pdu.system_id === SMPP_USER.systemId && pdu.password === SMPP_USER.password;
      session.send(pdu.response(right ? {} : { command_status: smpp.ESME_RBINDFAIL }));
    });
    session.on('submit_sm', (pdu) => {
      const command_status = statuses.shift() ?? 0;
      if (command_status === 0) submitted.push(pdu);
      if (!answers()) return;
      session.send(pdu.response({ command_status, message_id: String(submitted.length) }));
    });
    session.on('unbind', (pdu) => {
      session.send(pdu.response());
      unbound.resolve();
    });
  });
  return {
    port: await listenOnLoopback(server),
    submitted,
    statuses,
    silence: () => {
      silent = true;
    },
    unbound: unbound.promise,
    stop: async () => {
      for (const session of server.sessions) session.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
