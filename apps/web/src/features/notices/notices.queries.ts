import type { Call } from '@airloom/contract/call';
import { noticeCalls } from '@airloom/contract/notices/notices.calls';

/** Tests and changes appear in the delivery log and as the latest attempt of a webhook. */
export const LOG_CALLS: readonly Call[] = [noticeCalls.listDeliveries, noticeCalls.listWebhooks];
export const SETTING_CALLS: readonly Call[] = [noticeCalls.listNoticeSettings, ...LOG_CALLS];
/** Settings contain names of webhooks. */
export const WEBHOOK_CALLS: readonly Call[] = SETTING_CALLS;
