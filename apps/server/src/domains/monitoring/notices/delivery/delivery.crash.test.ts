import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { join } from 'node:path';
import type { Delivery } from '@airloom/contract/notices/notices.model';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { cases } from '../../../../../../../tools/testing/run-length.ts';
import { listenOnLoopback } from '../../../../platform/senders/testing/loopback.ts';
import { SMPP_USER, startSmpp } from '../../../../platform/senders/testing/smpp-stand-in.ts';
import { SMTP_USER, startSmtp } from '../../../../platform/senders/testing/smtp-stand-in.ts';
import { startTestServer, type TestServer } from '../../../../testing/test-server.ts';
import { WITHIN } from '../../../../testing/within.ts';
import { buildStage, log, notifyBy, raise, type Stage } from '../testing/notice-stage.ts';

const PROCESS = join(import.meta.dirname, '../testing/delivery-process.ts');
const ADDRESSES = 20;
/** Quiet hours keep the server of the test itself from sending; the delivery processes run a day ahead. */
const QUIET = { restTimes: [{ from: '00:00', to: '23:58' }], urgentAlways: false };
const AHEAD_MS = 25 * 60 * 60 * 1000;

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ WEBHOOK_ALLOW: '127.0.0.0/8' });
});
afterAll(() => server.stop());

interface Receiver {
  /** Address for the delivery processes. */
  readonly env: Readonly<Record<string, string>>;
  /** All received notices, as `keyOf` formats them. */
  arrived(): string[];
  keyOf(row: Delivery): string;
  stop(): Promise<void>;
}

interface Channel {
  readonly notices: number;
  /** After this many received notices the sending process is killed before it gets the answer. */
  readonly kills: readonly number[];
  open(stage: Stage, answers: () => boolean): Promise<Receiver>;
}

const numbers = (count: number) => Array.from({ length: count }, (_, index) => index);

const webhooks: Channel = {
  notices: 60,
  kills: cases([1, 23], [1, 9, 23, 41]),
  open: async (stage, answers) => {
    const arrived: string[] = [];
    const receiver = createServer((request, response) => {
      request.resume();
      request.on('end', () => {
        arrived.push(String(request.headers['airloom-id']));
        if (answers()) response.writeHead(200).end();
      });
    });
    const port = await listenOnLoopback(receiver);
    const hook = { name: 'Ledger', url: `http://127.0.0.1:${port}/` };
    const { webhookUUID } = (await server.call('createWebhook', hook, stage.as)).data;
    const fields = { modes: ['webhook' as const], emails: [], webhookUUIDs: [webhookUUID] };
    await notifyBy(server, stage, { ...fields, ...QUIET });
    await raise(server, stage, ...numbers(60).map((part) => ({ part: String(part) })));
    return {
      env: { WEBHOOK_ALLOW: '127.0.0.0/8' },
      arrived: () => arrived,
      keyOf: ({ noticeUUID }) => noticeUUID,
      stop: async () => {
        receiver.closeAllConnections();
        receiver.close();
        await once(receiver, 'close');
      },
    };
  },
};

const mail: Channel = {
  notices: ADDRESSES,
  kills: cases([1, 13], [1, 7, 13]),
  open: async (stage, answers) => {
    const smtp = await startSmtp(0, () => (answers() ? Promise.resolve() : new Promise(() => undefined)));
    await notifyBy(server, stage, {
      emails: numbers(ADDRESSES).map((nth) => `night${nth}@example.org`),
      ...QUIET,
    });
    await raise(server, stage);
    const user = `${encodeURIComponent(SMTP_USER.name)}:${encodeURIComponent(SMTP_USER.password)}`;
    return {
      env: { SMTP_URL: `smtp://${user}@127.0.0.1:${smtp.port}` },
      arrived: () => smtp.mails.map(({ raw }) => /^Message-ID: <([^@]*)@/im.exec(raw)?.[1] ?? ''),
      keyOf: ({ noticeUUID }) => noticeUUID,
      stop: () => smtp.stop(),
    };
  },
};

const sms: Channel = {
  notices: ADDRESSES,
  kills: cases([1, 13], [1, 7, 13]),
  open: async (stage, answers) => {
    const smpp = await startSmpp(answers);
    await notifyBy(server, stage, {
      modes: ['sms'],
      emails: [],
      phones: numbers(ADDRESSES).map((nth) => `+48 6001002${String(nth).padStart(2, '0')}`),
      ...QUIET,
    });
    await raise(server, stage);
    const user = `${SMPP_USER.systemId}:${encodeURIComponent(SMPP_USER.password)}`;
    return {
      env: { SMPP_URL: `smpp://${user}@127.0.0.1:${smpp.port}` },
      arrived: () => smpp.submitted.map(({ destination_addr: to }) => to),
      keyOf: ({ to }) => to.replaceAll(/\D/g, ''),
      stop: () => smpp.stop(),
    };
  },
};

test.each([
  ['a webhook', webhooks],
  ['mail', mail],
  ['SMS', sms],
])(
  'killed between sending and storing the result: %s is sent again and marked in the log',
  async (_name, { open, notices, kills }) => {
    const stage = await buildStage(server);
    const left = [...kills];
    let kill: (() => void) | null = null;
    const receiver = await open(stage, () => {
      if (kill === null || receiver.arrived().length < (left[0] ?? Number.POSITIVE_INFINITY)) return true;
      left.shift();
      kill();
      kill = null;
      return false;
    });
    const options = JSON.stringify({
      url: server.databaseUrl,
      dataDir: server.platform.settings.dataDir,
      aheadMs: AHEAD_MS,
      env: receiver.env,
    });
    const unsent = async () => (await log(server, stage)).filter(({ state }) => state !== 'sent').length;
    let killed = 0;
    while ((await unsent()) > 0) {
      const child = spawn(process.execPath, [PROCESS, options], { stdio: ['ignore', 'inherit', 'inherit'] });
      const gone = once(child, 'exit');
      const dying = left.length > 0;
      kill = () => child.kill('SIGKILL');
      if (dying) {
        await gone;
        killed += 1;
        continue;
      }
      await expect.poll(unsent, WITHIN).toBe(0);
      child.kill('SIGKILL');
      await gone;
    }

    expect(killed).toBe(kills.length);
    const rows = await log(server, stage);
    const arrived = receiver.arrived();
    expect(rows).toHaveLength(notices);
    expect(new Set(arrived)).toEqual(new Set(rows.map(receiver.keyOf)));
    // Every duplicate is marked, and nothing else is.
    const twice = rows.filter((row) => arrived.filter((key) => key === receiver.keyOf(row)).length > 1);
    expect(twice.length).toBeGreaterThan(0);
    for (const { error, attempts } of twice) {
      expect([error, attempts > 1]).toEqual(['interrupted', true]);
    }
    await receiver.stop();
  },
);
