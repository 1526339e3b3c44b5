import type { Generated } from 'kysely';
import type { GivenMoment } from './column-types.ts';

/** What is counted: Chinese fen, SMS, points. */
export type LedgerUnit = 'fen' | 'sms' | 'point';

/** Accounts of a book. `wallet` and `bonus` are never negative. */
export type LedgerName =
  | 'wallet'
  | 'bonus'
  | 'alipay'
  | 'card'
  | 'sandbox'
  | 'sales'
  | 'granted'
  | 'used'
  | 'between';

export interface MoneyTables {
  ledger_account: {
    tenant_id: string;
    unit: LedgerUnit;
    name: LedgerName;
    balance: Generated<string>;
    version: Generated<string>;
  };
  ledger_post: {
    tenant_id: string;
    id: string;
    key: string;
    kind: string;
    lines_hash: Buffer;
    at: GivenMoment;
  };
  ledger_entry: {
    tenant_id: string;
    unit: LedgerUnit;
    name: LedgerName;
    version: Generated<string>;
    post_id: string;
    amount: string;
    balance: Generated<string>;
  };
}
