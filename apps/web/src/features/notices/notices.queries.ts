import type { Call } from '@airloom/contract/call';
import { noticeCalls } from '@airloom/contract/notices/notices.calls';

/** Trials and changes show up in the delivery log and as the last outcome of a webhook. */
export const LOG_CALLS: readonly Call[] = [noticeCalls.listDeliveries, noticeCalls.listWebhooks];
export const SETTING_CALLS: readonly Call[] = [noticeCalls.listNoticeSettings, ...LOG_CALLS];
/** The settings name webhooks. */
export const WEBHOOK_CALLS: readonly Call[] = SETTING_CALLS;
