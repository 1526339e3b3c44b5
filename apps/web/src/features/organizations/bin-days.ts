import { LIMITS } from '@airloom/contract/limits';
import { DAY } from '@airloom/contract/time';

export const BIN_DAYS = LIMITS.bin.keptMs / DAY;
