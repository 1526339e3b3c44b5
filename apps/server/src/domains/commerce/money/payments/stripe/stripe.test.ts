import { MINUTE } from '@airloom/contract/time';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { StripeStandIn } from '../testing/stripe-stand-in.ts';
import { Stripe } from './stripe.ts';
import { signWebhook } from './webhook-signature.ts';

const NOW = new Date('2026-11-18T12:00:00Z');
const standIn = new StripeStandIn('sk_test_1', 'whsec_test_1');
let api: string;
let stripe: Stripe;
beforeAll(async () => {
  api = await standIn.start();
  const account = { api, secretKey: 'sk_test_1', webhookSecret: 'whsec_test_1' };
  stripe = new Stripe(account, () => NOW);
});
afterAll(() => standIn.stop());

async function start(number: string, amount = 50_000) {
  const expiresAt = new Date(NOW.getTime() + stripe.openMs);
  const payment = { number, amount, expiresAt, tradeNumber: null };
  const more = { subject: 'M coin 充值', returnUrl: 'https://airloom.example/paygetway' };
  const { tradeNumber, payUrl } = await stripe.start({ ...payment, ...more });
  return { ...payment, tradeNumber, payUrl };
}

test('opens one page for a payment, however often it is asked for', async () => {
  const first = await start('C1');
  expect(await start('C1')).toEqual(first);
  expect(standIn.sessions.get(first.tradeNumber ?? '')).toMatchObject({
    amount_total: 50_000,
    currency: 'cny',
  });
  await expect(start('C1', 60_000)).rejects.toThrow('refused');
});

test('reports what was paid, by notification and when asked', async () => {
  const payment = await start('C2');
  expect(await stripe.query(payment)).toEqual({ state: 'waiting' });
  const { body, header } = standIn.pay(payment.tradeNumber ?? '', NOW);
  const report = { state: 'paid', amount: 50_000, tradeNumber: payment.tradeNumber };
  expect(stripe.readNotice({ 'stripe-signature': header }, body)).toEqual({ number: 'C2', report });
  expect(await stripe.query(payment)).toEqual(report);
  expect(await stripe.close(payment)).toBe(false);
});

test('accepts no notification that is forged, changed or old', async () => {
  const { tradeNumber } = await start('C3');
  const { body, header } = standIn.pay(tradeNumber ?? '', NOW);
  const read = (given: string, text = body) => stripe.readNotice({ 'stripe-signature': given }, text);
  expect(read(header)).not.toBeNull();
  expect(read(`${header},v1=00`)).not.toBeNull();
  expect(read(header, body.replace('50000', '5'))).toBeNull();
  expect(read(signWebhook(body, 'whsec_other', NOW))).toBeNull();
  expect(read(signWebhook(body, 'whsec_test_1', new Date(NOW.getTime() - 6 * MINUTE)))).toBeNull();
  expect(read('')).toBeNull();
  expect(stripe.readNotice({}, body)).toBeNull();
});

test('closes a payment that nobody made', async () => {
  const payment = await start('C4');
  expect(await stripe.close(payment)).toBe(true);
  expect(await stripe.query(payment)).toEqual({ state: 'closed' });
  expect(await stripe.close(payment)).toBe(true);
});

test('refunds once for the same id, and not more than was paid', async () => {
  const payment = await start('C5');
  expect(await stripe.refund(payment, { id: 'F0', amount: 1 })).toBe(false);
  standIn.pay(payment.tradeNumber ?? '', NOW);
  expect(await stripe.refund(payment, { id: 'F1', amount: 30_000 })).toBe(true);
  expect(await stripe.refund(payment, { id: 'F1', amount: 30_000 })).toBe(true);
  expect(await stripe.refund(payment, { id: 'F2', amount: 20_001 })).toBe(false);
  expect(await stripe.refund(payment, { id: 'F3', amount: 20_000 })).toBe(true);
});

test('a wrong key is no answer about a payment', async () => {
  const payment = await start('C6');
  const stranger = new Stripe({ api, secretKey: 'sk_other', webhookSecret: 'x' }, () => NOW);
  await expect(stranger.query(payment)).rejects.toThrow('refused');
});
