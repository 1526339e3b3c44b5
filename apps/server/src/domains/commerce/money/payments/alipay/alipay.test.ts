import { createPrivateKey, createPublicKey, generateKeyPairSync } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { MINUTE } from '@airloom/contract/time';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { AlipayStandIn } from '../sandbox/alipay-stand-in.ts';
import { Alipay } from './alipay.ts';
import { fenOf, yuanOf } from './amounts.ts';
import { isSignedRequest, signNotice, signRequest } from './signing.ts';

const vectors = z
  .object({
    privateKey: z.string(),
    publicKey: z.string(),
    requests: z.array(z.record(z.string(), z.string())),
  })
  .parse(JSON.parse(readFileSync(join(import.meta.dirname, '../testing/alipay-sdk-vectors.json'), 'utf8')));

describe('requests signed by the official SDK', () => {
  const [privateKey, publicKey] = [createPrivateKey(vectors.privateKey), createPublicKey(vectors.publicKey)];
  test.each(vectors.requests.map((fields) => [fields.method, fields] as const))(
    '%s has the signature that we make',
    (_, fields) => {
      const { sign, sign_type, ...unsigned } = fields;
      expect(signRequest(unsigned, privateKey)).toEqual(fields);
      expect(isSignedRequest(fields, publicKey)).toBe(true);
      expect(isSignedRequest({ ...fields, timestamp: '2026-11-18 20:45:01' }, publicKey)).toBe(false);
      expect({ sign, sign_type }).toMatchObject({ sign_type: 'RSA2' });
    },
  );
});

test.each([
  ['0.01', 1],
  ['0.1', 10],
  ['1', 100],
  ['4.35', 435],
  ['100000000.00', 10_000_000_000],
  ['1.005', null],
  ['-1', null],
  ['1e3', null],
  ['', null],
])('%s yuan are %s fen', (yuan, fen) => {
  expect(fenOf(yuan)).toBe(fen);
  if (fen !== null) expect(fenOf(yuanOf(fen))).toBe(fen);
});

const keys = () => generateKeyPairSync('rsa', { modulusLength: 2048 });
const [app, alipay, stranger] = [keys(), keys(), keys()];
const [appId, sellerId] = ['2021000100000001', '2088000100000001'];

const now = () => new Date('2026-11-18T12:00:00Z');

const payment = (number: string) => ({
  number,
  amount: 128_005,
  expiresAt: new Date(now().getTime() + 15 * MINUTE),
  tradeNumber: null,
});

describe('Alipay', () => {
  let gateway: Server;
  let standIn: AlipayStandIn;
  let own: Alipay;
  /** Sent instead of the stand-in's answer. */
  let forged: string | null = null;

  beforeAll(async () => {
    standIn = new AlipayStandIn(
      { appId, sellerId, appPublicKey: app.publicKey, privateKey: alipay.privateKey },
      now,
    );
    gateway = createServer((request, response) => {
      void text(request).then((body) => {
        const answer = standIn.handle(Object.fromEntries(new URLSearchParams(body)));
        return response.end(forged ?? (answer.kind === 'answer' ? answer.body : ''));
      });
    });
    await new Promise<void>((resolve) => {
      gateway.listen(0, '127.0.0.1', resolve);
    });
    const { port } = gateway.address() as AddressInfo;
    own = new Alipay(
      {
        gateway: `http://127.0.0.1:${port}/gateway.do`,
        appId,
        sellerId,
        privateKey: app.privateKey,
        alipayPublicKey: alipay.publicKey,
        noticeUrl: 'https://airloom.example/pay/alipay',
      },
      now,
    );
  });
  afterAll(() => gateway.close());

  /** The payer opens the page. */
  async function open(number: string) {
    const start = {
      ...payment(number),
      subject: '充值 "A & B" 50%',
      returnUrl: 'https://airloom.example/paygetway',
    };
    const { payUrl } = await own.start(start);
    const page = standIn.handle(Object.fromEntries(new URL(payUrl).searchParams));
    if (page.kind !== 'page') throw new Error('No page');
    return page.trade;
  }
  const notice = (fields: Readonly<Record<string, string>>) =>
    own.readNotice({}, new URLSearchParams(fields).toString());

  test('shows the page of a payment with its amount and subject', async () => {
    const trade = await open('R1');
    expect(trade).toMatchObject({
      amount: 128_005,
      subject: '充值 "A & B" 50%',
      expires: '2026-11-18 20:15:00',
    });
  });

  test('knows no payment that nobody opened, and closes it', async () => {
    expect(await own.query(payment('R2'))).toEqual({ state: 'unknown' });
    expect(await own.close(payment('R2'))).toBe(true);
  });

  test('reports what was paid', async () => {
    const trade = await open('R3');
    expect(await own.query(payment('R3'))).toEqual({ state: 'waiting' });
    expect(standIn.pay(trade)).toBe(true);
    const paid = { state: 'paid', amount: 128_005, tradeNumber: trade.tradeNumber };
    expect(await own.query(payment('R3'))).toEqual(paid);
    expect(notice(standIn.noticeOf(trade))).toEqual({ number: 'R3', report: paid });
    expect(await own.close(payment('R3'))).toBe(false);
  });

  test('closes a payment that nobody made', async () => {
    const trade = await open('R4');
    expect(await own.close(payment('R4'))).toBe(true);
    expect(standIn.pay(trade)).toBe(false);
    expect(await own.query(payment('R4'))).toEqual({ state: 'closed' });
  });

  test('refunds once for the same id', async () => {
    standIn.pay(await open('R5'));
    expect(await own.refund(payment('R5'), { id: 'F1', amount: 5 })).toBe(true);
    expect(await own.refund(payment('R5'), { id: 'F1', amount: 5 })).toBe(true);
    expect(await own.refund(payment('R5'), { id: 'F1', amount: 6 })).toBe(false);
    expect(await own.refund(payment('R5'), { id: 'F2', amount: 128_001 })).toBe(false);
    expect(await own.refund(payment('R5'), { id: 'F2', amount: 128_000 })).toBe(true);
  });

  test('accepts no notification that is forged, changed, or meant for others', async () => {
    const trade = await open('R6');
    standIn.pay(trade);
    const right = standIn.noticeOf(trade);
    expect(notice(right)).not.toBeNull();
    expect(notice(standIn.noticeOf(trade, {}, stranger.privateKey))).toBeNull();
    expect(notice({ ...right, total_amount: '0.01' })).toBeNull();
    expect(notice({ ...right, sign_type: 'RSA' })).toBeNull();
    expect(notice({ ...right, sign: '' })).toBeNull();
    expect(notice(standIn.noticeOf(trade, { app_id: '2021000100000002' }))).toBeNull();
    expect(notice(standIn.noticeOf(trade, { seller_id: '2088000100000002' }))).toBeNull();
    expect(notice(signNotice({ out_trade_no: 'R6' }, alipay.privateKey))).toBeNull();
  });

  test('believes no answer without a signature of Alipay', async () => {
    const lie = { code: '10000', trade_status: 'TRADE_SUCCESS', total_amount: '1.00', trade_no: '1' };
    for (const sign of ['', 'AAAA']) {
      forged = JSON.stringify({ alipay_trade_query_response: lie, sign });
      await expect(own.query(payment('R7'))).rejects.toThrow('did not sign');
    }
    forged = null;
  });

  test('reads a signed answer whatever texts it contains', async () => {
    const trade = await open('R8');
    standIn.pay(trade);
    const answer = standIn.handle(
      signRequest(
        { app_id: appId, method: 'alipay.trade.query', biz_content: '{"out_trade_no":"R8"}' },
        app.privateKey,
      ),
    );
    expect(answer.kind).toBe('answer');
    expect((await own.query(payment('R8'))).state).toBe('paid');
  });

  test('refuses a request with a changed amount', async () => {
    const start = { ...payment('R9'), subject: 'M coin', returnUrl: 'https://airloom.example/paygetway' };
    const address = new URL((await own.start(start)).payUrl);
    const content = address.searchParams.get('biz_content') ?? '';
    address.searchParams.set('biz_content', content.replace('1280.05', '1.00'));
    const answer = standIn.handle(Object.fromEntries(address.searchParams));
    expect(answer).toMatchObject({ kind: 'answer', body: expect.stringContaining('isv.invalid-signature') });
  });
});
