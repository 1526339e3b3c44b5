import { i18n } from '../shared/i18n/i18n.ts';
import type { SessionEnd } from '../shared/session/session-ended.ts';
import { tell } from '../shared/ui/confirm.ts';
import { toast } from '../shared/ui/toast.ts';

/** Dialogs about the session itself, which may be needed before any page has shown. */
export function tellSessionEnd(because: SessionEnd): Promise<void> {
  const texts = {
    accountError: i18n.t('ui.session.accountError'),
    tokenTimeout: i18n.t('ui.session.tokenTimeout'),
    accessDataDeleted: i18n.t('ui.session.accessDataDeleted'),
  };
  return tell({
    title: i18n.t(because === 'accountError' ? 'ui.session.accountErrorTitle' : 'ui.session.endedTitle'),
    text: texts[because],
    action: i18n.t('ui.session.signIn'),
  });
}

export function tellNoSite(): Promise<void> {
  return tell({
    title: i18n.t('ui.session.noSiteTitle'),
    text: i18n.t('ui.session.noSite'),
    action: i18n.t('ui.ok'),
  });
}

/** “Has Error” is what is left to say when a failure brings no words of its own. */
export function tellFailure(text: string): void {
  toast.error(text === '' ? i18n.t('ui.session.hasError') : text);
}
