import type { KeyObject } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { MINUTE, SECOND } from '@airloom/contract/time';
import { z } from 'zod';
import type {
  PaymentNotice,
  PaymentProvider,
  PaymentReport,
  PaymentStart,
  ProviderPayment,
} from '../provider.ts';
import { beijingTime, fenOf, yuanOf } from './amounts.ts';
import { type Fields, isSignedNotice, readAnswer, signRequest } from './signing.ts';

export interface AlipayAccount {
  /** Address of `gateway.do`. */
  readonly gateway: string;
  readonly appId: string;
  readonly sellerId: string;
  readonly privateKey: KeyObject;
  readonly alipayPublicKey: KeyObject;
  /** Where Alipay posts its notifications. */
  readonly noticeUrl: string;
}

const ANSWER_WITHIN_MS = 10 * SECOND;
const ANSWER_MAX_BYTES = 64 * 1024;
/** 100,000,000 M coin, the largest recharge, is within Alipay's own limit. */
const AMOUNT_MAX = 10_000_000_000;
const SUCCESS = '10000';
const NOT_EXISTING = 'ACQ.TRADE_NOT_EXIST';

const answer = z.object({
  code: z.string(),
  sub_code: z.string().optional(),
  trade_no: z.string().optional(),
  trade_status: z.string().optional(),
  total_amount: z.string().optional(),
});
type Answer = z.infer<typeof answer>;

/** Alipay's open platform in public-key mode: pages of PC websites. */
export class Alipay implements PaymentProvider {
  readonly amountMax = AMOUNT_MAX;
  readonly openMs = 15 * MINUTE;
  readonly accepted = { status: 200, text: 'success' };
  readonly refused = { status: 200, text: 'failure' };
  readonly #account: AlipayAccount;
  readonly #now: () => Date;

  constructor(account: AlipayAccount, now: () => Date) {
    this.#account = account;
    this.#now = now;
  }

  async start({ number, amount, expiresAt, subject, returnUrl }: PaymentStart) {
    const content = {
      out_trade_no: number,
      total_amount: yuanOf(amount),
      subject,
      product_code: 'FAST_INSTANT_TRADE_PAY',
      time_expire: beijingTime(expiresAt),
    };
    const more = { notify_url: this.#account.noticeUrl, return_url: returnUrl };
    const query = new URLSearchParams(this.#request('alipay.trade.page.pay', content, more));
    return { payUrl: `${this.#account.gateway}?${query.toString()}`, tradeNumber: null };
  }

  readNotice(_: IncomingHttpHeaders, body: string): PaymentNotice | null {
    const fields: Fields = Object.fromEntries(new URLSearchParams(body));
    const { appId, sellerId, alipayPublicKey } = this.#account;
    if (!isSignedNotice(fields, alipayPublicKey)) return null;
    if (fields.app_id !== appId || fields.seller_id !== sellerId) return null;
    const report = reportOf(fields);
    return report === null ? null : { number: fields.out_trade_no ?? '', report };
  }

  async query({ number }: ProviderPayment): Promise<PaymentReport> {
    const found = await this.#ask('alipay.trade.query', { out_trade_no: number });
    if (found.sub_code === NOT_EXISTING) return { state: 'unknown' };
    const report = found.code === SUCCESS ? reportOf(found) : null;
    if (report === null) throw new Error(`Alipay answered ${found.code} ${found.sub_code ?? ''}`);
    return report;
  }

  /** A trade that nobody opened cannot be closed; its time ends it. */
  async close({ number }: ProviderPayment): Promise<boolean> {
    const closed = await this.#ask('alipay.trade.close', { out_trade_no: number });
    return closed.code === SUCCESS || closed.sub_code === NOT_EXISTING;
  }

  async refund({ number }: ProviderPayment, { id, amount }: { id: string; amount: number }) {
    const content = { out_trade_no: number, refund_amount: yuanOf(amount), out_request_no: id };
    return (await this.#ask('alipay.trade.refund', content)).code === SUCCESS;
  }

  #request(method: string, content: object, more: Fields = {}): Record<string, string> {
    const { appId, privateKey } = this.#account;
    const fields = {
      app_id: appId,
      method,
      format: 'JSON',
      charset: 'utf-8',
      version: '1.0',
      timestamp: beijingTime(this.#now()),
      biz_content: JSON.stringify(content),
      ...more,
    };
    return { ...signRequest(fields, privateKey) };
  }

  async #ask(method: string, content: object): Promise<Answer> {
    const response = await fetch(this.#account.gateway, {
      method: 'POST',
      body: new URLSearchParams(this.#request(method, content)),
      signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
    });
    const raw = await response.text();
    if (!response.ok || raw.length > ANSWER_MAX_BYTES) throw new Error(`Alipay answered ${response.status}`);
    const object = readAnswer(raw, `${method.replaceAll('.', '_')}_response`, this.#account.alipayPublicKey);
    if (object === null) throw new Error('An answer that Alipay did not sign');
    return answer.parse(object);
  }
}

/** Null for a state that means nothing here. */
function reportOf(trade: Readonly<Record<string, string | undefined>>): PaymentReport | null {
  switch (trade.trade_status) {
    case 'TRADE_SUCCESS':
    case 'TRADE_FINISHED': {
      const amount = fenOf(trade.total_amount);
      return amount === null ? null : { state: 'paid', amount, tradeNumber: trade.trade_no ?? '' };
    }
    case 'WAIT_BUYER_PAY':
      return { state: 'waiting' };
    case 'TRADE_CLOSED':
      return { state: 'closed' };
    default:
      return null;
  }
}
