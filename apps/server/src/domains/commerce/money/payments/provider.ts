import type { IncomingHttpHeaders } from 'node:http';

/** A payment as providers know it. Amounts are in fen. */
export interface ProviderPayment {
  /** Unique over all accounts; shown to the payer. */
  readonly number: string;
  readonly amount: number;
  readonly expiresAt: Date;
  /** The provider's own id, once it is known. */
  readonly tradeNumber: string | null;
}

export interface PaymentStart extends ProviderPayment {
  readonly subject: string;
  /** Where the provider sends the payer back to. */
  readonly returnUrl: string;
}

/** The state of a payment, as its provider reports it. */
export type PaymentReport =
  | { readonly state: 'paid'; readonly amount: number; readonly tradeNumber: string }
  | { readonly state: 'waiting' }
  /** It will not be paid any more. */
  | { readonly state: 'closed' }
  /** Nobody opened the provider's page. */
  | { readonly state: 'unknown' };

/** A notification of a provider whose signature and receiver are right. */
export interface PaymentNotice {
  readonly number: string;
  readonly report: PaymentReport;
}

/** What the provider receives as the answer to its notification. */
export interface NoticeAnswer {
  readonly status: number;
  readonly text: string;
}

export interface PaymentProvider {
  /** The largest payment it accepts. */
  readonly amountMax: number;
  /** How long a payment can be made. */
  readonly openMs: number;
  readonly accepted: NoticeAnswer;
  /** The provider repeats a refused notification later. */
  readonly refused: NoticeAnswer;
  /** The address of the provider's page for this payment. */
  start(payment: PaymentStart): Promise<{ readonly payUrl: string; readonly tradeNumber: string | null }>;
  /** Null for a notification that is forged or meant for others. */
  readNotice(headers: IncomingHttpHeaders, body: string): PaymentNotice | null;
  query(payment: ProviderPayment): Promise<PaymentReport>;
  /** Asks the provider to accept no money any more; false if it was paid meanwhile. */
  close(payment: ProviderPayment): Promise<boolean>;
  /** Repeated under the same id it refunds once. False if the provider refuses. */
  refund(
    payment: ProviderPayment,
    refund: { readonly id: string; readonly amount: number },
  ): Promise<boolean>;
}
