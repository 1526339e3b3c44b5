import type { Delivery } from '@airloom/contract/notices/notices.model';
import type { NoticeState } from '@airloom/contract/notices/notices.states';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../shared/i18n/use-format.ts';
import type { Tone } from '../../../shared/ui/StatusDot.tsx';
import { useClock } from '../../../shared/ui/use-clock.ts';
import { faultOf, isWithoutSender } from '../delivery-fault.ts';
import { reasonOf } from '../delivery-reason.ts';

export const TONES: Readonly<Record<NoticeState, Tone>> = {
  waiting: 'processing',
  sent: 'ok',
  failed: 'error',
  dropped: 'offline',
};

interface DeliveryTexts {
  state(state: NoticeState): string;
  /** Why an attempt failed. */
  fault(error: string): string;
  /** Reason of the state; empty when the state says it all. */
  story(delivery: Delivery): string;
  /** Subject: the alarm, a digest or a test. */
  step(delivery: Delivery): string;
  about(delivery: Delivery): string;
  to(delivery: Delivery): string;
  /** A shipped rule that was not renamed has no name of its own. */
  because(delivery: Delivery): string;
}

export function useDeliveryTexts(): DeliveryTexts {
  const { t } = useTranslation();
  const format = useFormat();
  const clock = useClock();

  function fault(error: string): string {
    const found = faultOf(error);
    return found === null ? '' : t(`notices-page.fault.${found.is}`, { detail: found.detail });
  }

  function reason(delivery: Delivery): string {
    const story = reasonOf(delivery, clock);
    switch (story.is) {
      case 'sent':
        return '';
      case 'soon':
        return t('notices-page.story.soon');
      case 'needless':
        return delivery.error === '' ? t('notices-page.story.needless') : '';
      case 'givenUp':
        // It was not tried.
        return isWithoutSender(delivery.error)
          ? ''
          : t('notices-page.story.givenUp', { count: delivery.attempts });
      case 'held':
        return t('notices-page.story.held', { time: format.dateTime(story.until) });
      case 'gathered':
        return t('notices-page.story.gathered', { time: format.dateTime(story.until) });
      case 'unlessConfirmed':
        return t('notices-page.story.unlessConfirmed', { time: format.dateTime(story.until) });
      case 'retries':
        return t('notices-page.story.retries', {
          count: delivery.attempts,
          time: format.dateTime(story.until),
        });
    }
  }

  return {
    state: (state) => t(`notices-page.state.${state}`),
    fault,
    story: (delivery) => [reason(delivery), fault(delivery.error)].filter(Boolean).join(' '),
    step: ({ step }) => t(`notices-page.step.${step}`),
    about: ({ alarm }) =>
      alarm === null ? '' : [t(`alarms.type.${alarm.type}`), alarm.deviceName].filter(Boolean).join(' · '),
    because: ({ because }) => (because === '' ? t('notices-page.log.shippedRule') : because),
    to({ to, mode }) {
      if (to !== '') return to;
      return mode === 'page' ? t('notices-page.log.everyone') : t('notices-page.log.goneWebhook');
    },
  };
}
