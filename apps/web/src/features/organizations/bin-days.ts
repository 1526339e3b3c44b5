import { LIMITS } from '@airloom/contract/limits';

const DAY_MS = 24 * 60 * 60 * 1_000;

export const BIN_DAYS = LIMITS.bin.keptMs / DAY_MS;
