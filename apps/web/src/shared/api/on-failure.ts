import { i18n } from '../i18n/i18n.ts';
import { sessionEnded } from '../session/session-ended.ts';
import { showAlert } from '../ui/feedback/confirm.ts';
import { toast } from '../ui/feedback/toast.ts';
import { CallFailure } from './call-failure.ts';
import { reactionTo } from './reaction.ts';

/** The text a person reads when a failure is shown in place rather than as a toast. */
export function failureText(failure: CallFailure): string {
  const reaction = reactionTo(failure);
  if (reaction.do === 'alert') return i18n.t(`ui.failure.${reaction.text}`);
  if (reaction.do !== 'toast') return failure.message;
  if (typeof reaction.text === 'object') return reaction.text.server;
  return i18n.t(`ui.failure.${reaction.text}`);
}

let alerting = false;

/** Many calls may fail at once while the network is down: one alert is open at a time. */
async function alertOnce(text: string): Promise<void> {
  if (alerting) return;
  alerting = true;
  try {
    await showAlert({ title: i18n.t('ui.failure.networkTitle'), text, action: i18n.t('ui.ok') });
  } finally {
    alerting = false;
  }
}

/** A network error is an alert, anything else a toast (specification §8). */
export function showFailure(failure: CallFailure): void {
  failure.shown = true;
  if (reactionTo(failure).do === 'alert') void alertOnce(failureText(failure));
  else toast.error(failureText(failure));
}

/** Shows field errors that no form displays. */
function afterForms(failure: CallFailure): void {
  setTimeout(() => {
    if (!failure.shown) showFailure(failure);
  });
}

/** A lost session is everybody's business, so `quiet` does not silence it. */
export function onFailure(failure: CallFailure, { quiet }: { quiet: boolean }): void {
  const reaction = reactionTo(failure);
  if (reaction.do === 'endSession') {
    failure.shown = true;
    sessionEnded(reaction.because);
  } else if (quiet) return;
  else if (reaction.do === 'showOnFields') afterForms(failure);
  else showFailure(failure);
}

/** Unhandled call failures of event handlers are not logged once they were shown. */
export function settleToldFailures(): void {
  window.addEventListener('unhandledrejection', (event) => {
    const { reason } = event;
    if (reason instanceof CallFailure && (reason.shown || reactionTo(reason).do === 'showOnFields'))
      event.preventDefault();
  });
}
