import { NOTICE_MODES } from '@airloom/contract/alarms/alarms.model';
import { uuid } from '@airloom/contract/fields';
import type { Delivery } from '@airloom/contract/notices/notices.model';
import { NOTICE_STATES } from '@airloom/contract/notices/notices.states';
import { z } from 'zod';
import { momentIn } from '../../shared/logs/local-time.ts';

export const FILTERS = ['mode', 'state', 'webhookUUID', 'alarmUUID', 'from', 'to'] as const;
export type FilterName = (typeof FILTERS)[number];

/** Filters of the delivery log from the address. */
export function readFilters(chosen: Readonly<Partial<Record<string, string>>>) {
  return {
    mode: z.enum(NOTICE_MODES).safeParse(chosen['mode']).data,
    state: z.enum(NOTICE_STATES).safeParse(chosen['state']).data,
    webhookUUID: uuid.safeParse(chosen['webhookUUID']).data,
    alarmUUID: uuid.safeParse(chosen['alarmUUID']).data,
    from: momentIn(chosen['from']),
    to: momentIn(chosen['to']),
  };
}

/** A shorter wait counts as in flight. */
const SOON_MS = 60_000;

type Reason =
  | { is: 'soon' | 'sent' | 'needless' }
  | { is: 'held' | 'gathered' | 'unlessConfirmed' | 'retries'; until: string }
  | { is: 'givenUp' };

type WaitingNotice = Pick<Delivery, 'state' | 'step' | 'attempts' | 'dueAt'>;

/** Reason of the state of a notice. */
export function reasonOf({ state, step, attempts, dueAt }: WaitingNotice, now: number): Reason {
  if (state === 'sent') return { is: 'sent' };
  if (state === 'failed') return { is: 'givenUp' };
  if (state === 'dropped') return { is: 'needless' };
  if (dueAt === null) return { is: 'soon' };
  if (attempts > 0) return { is: 'retries', until: dueAt };
  if (Date.parse(dueAt) - now < SOON_MS) return { is: 'soon' };
  if (step === 'digest') return { is: 'gathered', until: dueAt };
  if (step === 'escalated' || step === 'repeated') return { is: 'unlessConfirmed', until: dueAt };
  return { is: 'held', until: dueAt };
}

/** Failed notices can be sent again; to webhooks also delivered ones. */
export function canSendAgain({ state, mode }: Pick<Delivery, 'state' | 'mode'>): boolean {
  return state === 'failed' || (state === 'sent' && mode === 'webhook');
}
