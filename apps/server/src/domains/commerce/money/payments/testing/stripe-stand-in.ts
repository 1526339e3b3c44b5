import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { signWebhook } from '../stripe/webhook-signature.ts';

interface Session {
  readonly id: string;
  readonly object: 'checkout.session';
  readonly url: string;
  readonly client_reference_id: string;
  readonly amount_total: number;
  readonly currency: string;
  readonly expires_at: number;
  status: 'open' | 'complete' | 'expired';
  payment_status: 'unpaid' | 'paid';
  payment_intent: string | null;
  refunded: number;
}

interface Answer {
  readonly status: number;
  readonly body: object;
}

const failure = (status: number, message: string): Answer => ({
  status,
  body: { error: { type: 'invalid_request_error', message } },
});

/** The parts of Stripe's API that Checkout needs: form fields in, JSON out, idempotency keys, signed notifications. */
export class StripeStandIn {
  readonly sessions = new Map<string, Session>();
  readonly #keys = new Map<string, { readonly body: string; readonly answer: Answer }>();
  readonly #server: Server;
  readonly #secretKey: string;
  readonly #webhookSecret: string;

  constructor(secretKey: string, webhookSecret: string) {
    this.#secretKey = secretKey;
    this.#webhookSecret = webhookSecret;
    this.#server = createServer((request, response) => void this.#respond(request, response));
  }

  async start(): Promise<string> {
    await new Promise<void>((resolve) => {
      this.#server.listen(0, '127.0.0.1', resolve);
    });
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  stop(): void {
    this.#server.close();
    this.#server.closeAllConnections();
  }

  /** The payer pays; returns the notification and its header. */
  pay(id: string, at: Date): { body: string; header: string } {
    const paid = this.sessions.get(id);
    if (paid === undefined) throw new Error(`There is no ${id}`);
    paid.payment_status = 'paid';
    paid.status = 'complete';
    paid.payment_intent = `pi_${id}`;
    const body = JSON.stringify({
      id: `evt_${id}`,
      object: 'event',
      type: 'checkout.session.completed',
      data: { object: paid },
    });
    return { body, header: signWebhook(body, this.#webhookSecret, at) };
  }

  async #respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await text(request);
    const { status, body: answer } = this.#answer(request, body);
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
  }

  #answer({ method, url = '', headers }: IncomingMessage, body: string): Answer {
    if (headers.authorization !== `Bearer ${this.#secretKey}`) return failure(401, 'Invalid API Key');
    const key = String(headers['idempotency-key'] ?? '');
    const known = this.#keys.get(key);
    if (key !== '' && known !== undefined)
      return known.body === body ? known.answer : failure(400, 'Other parameters for the same key');
    const answer = this.#handle(method ?? '', url, Object.fromEntries(new URLSearchParams(body)));
    if (key !== '') this.#keys.set(key, { body, answer });
    return answer;
  }

  #handle(method: string, url: string, fields: Readonly<Record<string, string>>): Answer {
    if (url === '/v1/refunds') return this.#refund(fields);
    const [, id, action] = /^\/v1\/checkout\/sessions(?:\/([^/]+)(\/expire)?)?$/.exec(url) ?? [];
    if (id === undefined) return { status: 200, body: this.#create(fields) };
    const found = this.sessions.get(id);
    if (found === undefined) return failure(404, 'No such checkout.session');
    if (method === 'POST' && action !== undefined) {
      if (found.status !== 'open') return failure(400, 'Only open sessions can be expired');
      found.status = 'expired';
    }
    return { status: 200, body: found };
  }

  #create(fields: Readonly<Record<string, string>>): Session {
    const id = `cs_test_${this.sessions.size + 1}`;
    const created: Session = {
      id,
      object: 'checkout.session',
      url: `https://checkout.stripe.example/${id}`,
      client_reference_id: fields.client_reference_id ?? '',
      amount_total: Number(fields['line_items[0][price_data][unit_amount]']),
      currency: fields['line_items[0][price_data][currency]'] ?? '',
      expires_at: Number(fields.expires_at),
      status: 'open',
      payment_status: 'unpaid',
      payment_intent: null,
      refunded: 0,
    };
    this.sessions.set(id, created);
    return created;
  }

  #refund({ payment_intent: intent, amount }: Readonly<Record<string, string>>): Answer {
    const found = [...this.sessions.values()].find((one) => one.payment_intent === intent);
    if (found === undefined) return failure(404, 'No such payment_intent');
    if (found.refunded + Number(amount) > found.amount_total) return failure(400, 'More than was paid');
    found.refunded += Number(amount);
    return { status: 200, body: { id: `re_${found.id}`, object: 'refund', status: 'succeeded' } };
  }
}
