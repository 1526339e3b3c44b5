import { type KeyObject, randomInt, randomUUID } from 'node:crypto';
import { beijingTime, fenOf, yuanOf } from '../alipay/amounts.ts';
import { type Fields, isSignedRequest, signAnswer, signNotice } from '../alipay/signing.ts';

export interface StandInAccount {
  readonly appId: string;
  readonly sellerId: string;
  readonly appPublicKey: KeyObject;
  readonly privateKey: KeyObject;
}

export interface Trade {
  readonly number: string;
  readonly tradeNumber: string;
  readonly amount: number;
  readonly subject: string;
  /** Beijing time. */
  readonly expires: string;
  readonly noticeUrl: string;
  readonly returnUrl: string;
  /** Null until the payer has opened the page: for Alipay the trade does not exist yet. */
  state: 'WAIT_BUYER_PAY' | 'TRADE_SUCCESS' | 'TRADE_CLOSED' | null;
  readonly refunds: Map<string, number>;
}

export type StandInAnswer =
  | { readonly kind: 'answer'; readonly body: string }
  /** The page of a trade is to be shown. */
  | { readonly kind: 'page'; readonly trade: Trade }
  | { readonly kind: 'refused'; readonly reason: string };

const TRADES_MAX = 10_000;

/** The gateway of Alipay as its documentation describes it, without money. Sends no notifications by itself. */
export class AlipayStandIn {
  readonly trades = new Map<string, Trade>();
  readonly #account: StandInAccount;
  readonly #now: () => Date;

  constructor(account: StandInAccount, now: () => Date) {
    this.#account = account;
    this.#now = now;
  }

  /** A request to `gateway.do`. */
  handle(fields: Fields): StandInAnswer {
    const { appId, appPublicKey } = this.#account;
    const method = fields.method ?? '';
    const answer = (body: object): StandInAnswer => ({
      kind: 'answer',
      body: signAnswer(`${method.replaceAll('.', '_')}_response`, body, this.#account.privateKey),
    });
    const invalid = (subCode: string) =>
      answer({ code: '40002', msg: 'Invalid Arguments', sub_code: subCode, sub_msg: subCode });
    if (fields.app_id !== appId) return invalid('isv.invalid-app-id');
    if (!isSignedRequest(fields, appPublicKey)) return invalid('isv.invalid-signature');
    const content = contentOf(fields);
    if (method === 'alipay.trade.page.pay') return this.#open(fields, content);
    const trade = this.trades.get(content.out_trade_no ?? '');
    const failed = (subCode: string) =>
      answer({ code: '40004', msg: 'Business Failed', sub_code: subCode, sub_msg: subCode });
    if (trade?.state == null) return failed('ACQ.TRADE_NOT_EXIST');
    const known = { code: '10000', msg: 'Success', trade_no: trade.tradeNumber, out_trade_no: trade.number };
    switch (method) {
      case 'alipay.trade.query':
        return answer({ ...known, trade_status: trade.state, total_amount: yuanOf(trade.amount) });
      case 'alipay.trade.close':
        if (trade.state !== 'WAIT_BUYER_PAY') return failed('ACQ.TRADE_STATUS_ERROR');
        trade.state = 'TRADE_CLOSED';
        return answer(known);
      case 'alipay.trade.refund': {
        const refusal = refund(trade, content.out_request_no ?? '', fenOf(content.refund_amount) ?? 0);
        return refusal === null ? answer({ ...known, refund_fee: yuanOf(refunded(trade)) }) : failed(refusal);
      }
      default:
        return invalid('isv.invalid-method');
    }
  }

  #open(fields: Fields, content: Fields): StandInAnswer {
    const [number, amount] = [content.out_trade_no ?? '', fenOf(content.total_amount)];
    if (number === '' || amount === null) return { kind: 'refused', reason: 'INVALID_PARAMETER' };
    const known = this.trades.get(number);
    if (known !== undefined && known.amount !== amount)
      return { kind: 'refused', reason: 'CONTEXT_INCONSISTENT' };
    const trade: Trade = known ?? {
      number,
      tradeNumber: `${beijingTime(this.#now()).slice(0, 10).replaceAll('-', '')}22001${randomInt(1e11)}`,
      amount,
      subject: content.subject ?? '',
      expires: content.time_expire ?? '',
      noticeUrl: fields.notify_url ?? '',
      returnUrl: fields.return_url ?? '',
      state: null,
      refunds: new Map(),
    };
    if (known === undefined && this.trades.size >= TRADES_MAX) this.#forgetOldest();
    this.trades.set(number, trade);
    trade.state ??= 'WAIT_BUYER_PAY';
    return { kind: 'page', trade };
  }

  #forgetOldest(): void {
    const [oldest] = this.trades.keys();
    if (oldest !== undefined) this.trades.delete(oldest);
  }

  /** The payer pays; false after the time of the trade, or when it was closed. */
  pay(trade: Trade): boolean {
    if (trade.state === 'WAIT_BUYER_PAY' && beijingTime(this.#now()) > trade.expires)
      trade.state = 'TRADE_CLOSED';
    if (trade.state === 'WAIT_BUYER_PAY') trade.state = 'TRADE_SUCCESS';
    return trade.state === 'TRADE_SUCCESS';
  }

  /** The signed notification of a trade's state. */
  noticeOf(trade: Trade, changes: Fields = {}, key = this.#account.privateKey): Fields {
    const at = beijingTime(this.#now());
    const { appId, sellerId } = this.#account;
    const notice = {
      notify_type: 'trade_status_sync',
      notify_id: randomUUID().replaceAll('-', ''),
      notify_time: at,
      app_id: appId,
      seller_id: sellerId,
      charset: 'utf-8',
      version: '1.0',
      out_trade_no: trade.number,
      trade_no: trade.tradeNumber,
      trade_status: trade.state ?? '',
      total_amount: yuanOf(trade.amount),
      subject: trade.subject,
      gmt_payment: at,
    };
    return signNotice({ ...notice, ...changes }, key);
  }

  /** Where the payer's browser goes afterwards. */
  returnAddressOf(trade: Trade): string {
    const { appId, sellerId, privateKey } = this.#account;
    const fields = {
      method: 'alipay.trade.page.pay.return',
      app_id: appId,
      seller_id: sellerId,
      charset: 'utf-8',
      version: '1.0',
      timestamp: beijingTime(this.#now()),
      out_trade_no: trade.number,
      trade_no: trade.tradeNumber,
      total_amount: yuanOf(trade.amount),
    };
    const address = new URL(trade.returnUrl);
    for (const [name, value] of Object.entries(signNotice(fields, privateKey)))
      address.searchParams.set(name, value);
    return address.href;
  }
}

function contentOf(fields: Fields): Fields {
  try {
    const content: unknown = JSON.parse(fields.biz_content ?? '{}');
    if (typeof content !== 'object' || content === null) return {};
    return Object.fromEntries(Object.entries(content).map(([name, value]) => [name, String(value)]));
  } catch {
    return {};
  }
}

function refunded({ refunds }: Trade): number {
  return [...refunds.values()].reduce((sum, amount) => sum + amount, 0);
}

/** The reason of a refusal; the same refund again is no other refund. */
function refund(trade: Trade, id: string, amount: number): string | null {
  const known = trade.refunds.get(id);
  if (known !== undefined) return known === amount ? null : 'ACQ.DISCORDANT_REPEAT_REQUEST';
  if (trade.state !== 'TRADE_SUCCESS') return 'ACQ.TRADE_STATUS_ERROR';
  if (amount <= 0 || refunded(trade) + amount > trade.amount) return 'ACQ.REFUND_AMT_NOT_EQUAL_TOTAL';
  trade.refunds.set(id, amount);
  if (refunded(trade) === trade.amount) trade.state = 'TRADE_CLOSED';
  return null;
}
