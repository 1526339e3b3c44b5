import type { CallFailure } from '../shared/api/call-failure.ts';
import { failureText, showFailure } from '../shared/api/on-failure.ts';
import { i18n, loadTexts } from '../shared/i18n/i18n.ts';
import type { SessionEnd } from '../shared/session/session-ended.ts';
import { showAlert } from '../shared/ui/feedback/confirm.ts';
import { toast } from '../shared/ui/feedback/toast.ts';

/** Session dialogs may be needed before any page or text is loaded. */
async function texts(): Promise<typeof i18n.t> {
  await loadTexts(['ui']);
  return i18n.t;
}

export async function showSessionEnd(because: SessionEnd): Promise<void> {
  const t = await texts();
  const reasons = {
    accountError: t('ui.session.accountError'),
    tokenTimeout: t('ui.session.tokenTimeout'),
    idle: t('ui.session.tokenTimeout'),
    endedElsewhere: t('ui.session.endedElsewhere'),
    accessDataDeleted: t('ui.session.accessDataDeleted'),
  };
  await showAlert({
    title: t(because === 'accountError' ? 'ui.session.accountErrorTitle' : 'ui.session.endedTitle'),
    text: reasons[because],
    action: t('ui.session.signIn'),
  });
}

export async function showNoSite(): Promise<void> {
  const t = await texts();
  await showAlert({ title: t('ui.session.noSiteTitle'), text: t('ui.session.noSite'), action: t('ui.ok') });
}

/** Shows “Has Error” for a failure without its own text. */
export async function showSignInFailure(failure: CallFailure): Promise<void> {
  const t = await texts();
  if (failureText(failure) === '') toast.error(t('ui.session.hasError'));
  else showFailure(failure);
}
