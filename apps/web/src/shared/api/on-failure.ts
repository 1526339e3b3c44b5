import { i18n } from '../i18n/i18n.ts';
import { sessionEnded } from '../session/session-ended.ts';
import { toast } from '../ui/toast.ts';
import { CallFailure } from './call-failure.ts';
import { reactionTo } from './reaction.ts';

/** The text a person reads when a failure is shown in place rather than as a toast. */
export function failureText(failure: CallFailure): string {
  const reaction = reactionTo(failure);
  if (reaction.do !== 'toast') return failure.message;
  if (typeof reaction.text === 'object') return reaction.text.server;
  return i18n.t(`ui.failure.${reaction.text}`);
}

function say(failure: CallFailure): void {
  failure.shown = true;
  toast.error(failureText(failure));
}

/** Fields that no form took up would otherwise be a refusal nobody hears of. */
function afterForms(failure: CallFailure): void {
  setTimeout(() => {
    if (!failure.shown) say(failure);
  });
}

/** A lost session is everybody's business, so `quiet` does not silence it. */
export function onFailure(failure: CallFailure, { quiet }: { quiet: boolean }): void {
  const reaction = reactionTo(failure);
  if (reaction.do === 'endSession') {
    failure.shown = true;
    sessionEnded(reaction.because);
  } else if (quiet) return;
  else if (reaction.do === 'toast') say(failure);
  else afterForms(failure);
}

/** A click that set off a call has nobody to catch its failure; once told, it is not news for the console. */
export function settleToldFailures(): void {
  window.addEventListener('unhandledrejection', (event) => {
    const { reason } = event;
    if (reason instanceof CallFailure && (reason.shown || reactionTo(reason).do === 'showOnFields'))
      event.preventDefault();
  });
}
