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
import { isSignedWebhook } from './webhook-signature.ts';

export interface StripeAccount {
  /** `https://api.stripe.com` unless a test replaces it. */
  readonly api: string;
  readonly secretKey: string;
  readonly webhookSecret: string;
}

const ANSWER_WITHIN_MS = 15 * SECOND;
/** Stripe's limit of a charge: 999,999.99. */
const AMOUNT_MAX = 99_999_999;

const session = z.object({
  id: z.string(),
  url: z.string().nullish(),
  status: z.enum(['open', 'complete', 'expired']),
  payment_status: z.string(),
  client_reference_id: z.string().nullish(),
  amount_total: z.number().int().nullish(),
  currency: z.string().nullish(),
  payment_intent: z.string().nullish(),
});
type Session = z.infer<typeof session>;

const event = z.object({ type: z.string(), data: z.object({ object: z.unknown() }) });
const COMPLETED = ['checkout.session.completed', 'checkout.session.async_payment_succeeded'];

class StripeRefusal extends Error {}

/** Payment by card on a page of Stripe (Checkout). */
export class Stripe implements PaymentProvider {
  readonly amountMax = AMOUNT_MAX;
  /** The shortest time that Stripe allows is 30 minutes; a minute more, because clocks differ. */
  readonly openMs = 31 * MINUTE;
  readonly accepted = { status: 200, text: 'ok' };
  readonly refused = { status: 400, text: 'refused' };
  readonly #account: StripeAccount;
  readonly #now: () => Date;

  constructor(account: StripeAccount, now: () => Date) {
    this.#account = account;
    this.#now = now;
  }

  async start({ number, amount, expiresAt, subject, returnUrl }: PaymentStart) {
    const created = await this.#ask(
      '/v1/checkout/sessions',
      {
        mode: 'payment',
        client_reference_id: number,
        success_url: returnUrl,
        cancel_url: returnUrl,
        expires_at: String(Math.floor(expiresAt.getTime() / 1000)),
        'line_items[0][quantity]': '1',
        'line_items[0][price_data][currency]': 'cny',
        'line_items[0][price_data][unit_amount]': String(amount),
        'line_items[0][price_data][product_data][name]': subject,
      },
      number,
    );
    if (created.url == null) throw new Error('Stripe returned no page');
    return { payUrl: created.url, tradeNumber: created.id };
  }

  readNotice(headers: IncomingHttpHeaders, body: string): PaymentNotice | null {
    const header = headers['stripe-signature'];
    if (typeof header !== 'string') return null;
    if (!isSignedWebhook(body, header, this.#account.webhookSecret, this.#now())) return null;
    const happened = event.safeParse(JSON.parse(body));
    if (!happened.success || !COMPLETED.includes(happened.data.type)) return null;
    const paid = session.safeParse(happened.data.data.object);
    if (!paid.success || paid.data.client_reference_id == null) return null;
    return { number: paid.data.client_reference_id, report: reportOf(paid.data) };
  }

  async query(payment: ProviderPayment): Promise<PaymentReport> {
    return payment.tradeNumber === null ? { state: 'unknown' } : reportOf(await this.#session(payment));
  }

  async close(payment: ProviderPayment): Promise<boolean> {
    if (payment.tradeNumber === null) return true;
    try {
      await this.#ask(`${pathOf(payment)}/expire`, {}, `${payment.number} expire`);
      return true;
    } catch (error) {
      if (!(error instanceof StripeRefusal)) throw error;
      return (await this.#session(payment)).status === 'expired';
    }
  }

  async refund(payment: ProviderPayment, { id, amount }: { id: string; amount: number }): Promise<boolean> {
    const { payment_intent: intent } = await this.#session(payment);
    if (intent == null) return false;
    try {
      await this.#send('/v1/refunds', { payment_intent: intent, amount: String(amount) }, id);
      return true;
    } catch (error) {
      if (error instanceof StripeRefusal) return false;
      throw error;
    }
  }

  async #session(payment: ProviderPayment): Promise<Session> {
    return session.parse(await this.#send(pathOf(payment), null, null));
  }

  async #ask(path: string, fields: Readonly<Record<string, string>>, key: string): Promise<Session> {
    return session.parse(await this.#send(path, fields, key));
  }

  /** Reads without fields. A repeated key makes Stripe return its first answer again. */
  async #send(
    path: string,
    fields: Readonly<Record<string, string>> | null,
    key: string | null,
  ): Promise<unknown> {
    const response = await fetch(new URL(path, this.#account.api), {
      method: fields === null ? 'GET' : 'POST',
      headers: {
        authorization: `Bearer ${this.#account.secretKey}`,
        ...(key === null ? {} : { 'idempotency-key': key }),
      },
      body: fields === null ? null : new URLSearchParams(fields),
      signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
    });
    const answer: unknown = await response.json();
    if (response.ok) return answer;
    const isOurs = response.status >= 400 && response.status < 500 && response.status !== 429;
    throw isOurs
      ? new StripeRefusal(`Stripe refused: ${response.status}`)
      : new Error(`Stripe answered ${response.status}`);
  }
}

function pathOf({ tradeNumber }: ProviderPayment): string {
  return `/v1/checkout/sessions/${encodeURIComponent(tradeNumber ?? '')}`;
}

function reportOf({ id, status, payment_status, amount_total, currency }: Session): PaymentReport {
  if (payment_status === 'paid')
    return { state: 'paid', amount: currency === 'cny' ? (amount_total ?? 0) : 0, tradeNumber: id };
  return { state: status === 'expired' ? 'closed' : 'waiting' };
}
