import { MANAGEMENT_KEYS } from './management-keys.ts';
import type { DynamicKeys } from './model.ts';
import { MONITORING_KEYS } from './monitoring-keys.ts';

/** Message keys that are put together at run time, so that no source file holds them whole. */
export const DYNAMIC_KEYS: readonly DynamicKeys[] = [...MANAGEMENT_KEYS, ...MONITORING_KEYS];
