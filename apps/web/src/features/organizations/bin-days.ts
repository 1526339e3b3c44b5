import { BIN_LIMITS } from '@airloom/contract/organizations/organizations.limits';
import { DAY } from '@airloom/contract/time';

export const BIN_DAYS = BIN_LIMITS.keptMs / DAY;
