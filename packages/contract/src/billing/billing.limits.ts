export const LICENCE_LIMITS = {
  keyMax: 100,
  nodesMin: 1,
  nodesMax: 10_000,
} as const;

export const MONEY_UNITS = {
  /** Amounts are stored in fen; 1 M coin is 1 yuan. */
  fenPerMCoin: 100,
  fenPerYuan: 100,
} as const;

export const RECHARGE_LIMITS = {
  amountMinMCoin: 1,
  amountMaxMCoin: 100_000_000,
} as const;

export const INVOICE_LIMITS = {
  totalMinYuan: 500,
  orderAgeMaxYears: 1,
  titleMax: 100,
  taxNumberLengths: [15, 17, 18, 20],
  bankNameMax: 30,
  bankAccountMin: 6,
  bankAccountMax: 32,
  addressMax: 100,
  phoneMin: 5,
  phoneMax: 17,
  remarkMax: 50,
} as const;

export const MAILING_ADDRESS_LIMITS = {
  recipientMin: 2,
  recipientMax: 50,
  detailMin: 5,
  detailMax: 100,
  phoneMin: 5,
  phoneMax: 17,
  postcodeLength: 6,
} as const;
