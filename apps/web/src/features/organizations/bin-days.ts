import { BIN_LIMITS } from '@airloom/contract/organizations/organizations.limits';
import { DAY_MS } from '../../shared/i18n/day.ts';

export const BIN_DAYS = BIN_LIMITS.keptMs / DAY_MS;
