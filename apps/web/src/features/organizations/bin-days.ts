import { LIMITS } from '@airloom/contract/limits';
import { DAY_MS } from '../../shared/i18n/day.ts';

export const BIN_DAYS = LIMITS.bin.keptMs / DAY_MS;
