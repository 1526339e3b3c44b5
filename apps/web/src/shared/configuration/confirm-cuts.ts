import type { Review } from '@airloom/contract/configuration/configuration.model';
import type { Translate } from '@airloom/messages';
import { confirm, type Question } from '../ui/feedback/confirm.ts';

type Cuts = Review['cuts'];

/** The question before a change that may cut off switches. */
export function cutQuestion(cuts: Cuts, t: Translate): Question {
  const names = [...new Set(cuts.map(({ deviceName }) => deviceName))].join(', ');
  const ports = [...new Set(cuts.flatMap(({ port }) => port ?? []))];
  const text = t('configuration.review.cutText', { names });
  if (ports.length === 0)
    return {
      title: t('configuration.review.cutAddressTitle', { names }),
      text,
      action: t('configuration.review.cutAddressAction'),
      danger: true,
    };
  return {
    title: t('configuration.review.cutTitle', { count: ports.length, ports: ports.join(', ') }),
    text,
    action: t('configuration.review.cutAction'),
    danger: true,
  };
}

/** What may be cut off, in words. */
export function cutWords({ deviceName: name, port }: Cuts[number], t: Translate): string {
  return port === null
    ? t('configuration.review.cutAddress', { name })
    : t('configuration.review.cutPort', { name, port });
}

/** Asks the person where a change may cut off switches. False: they think better of it. */
export async function confirmCuts(cuts: Cuts, t: Translate): Promise<boolean> {
  return cuts.length === 0 || (await confirm(cutQuestion(cuts, t)));
}
