import type { Language } from '@airloom/contract/languages';
import { showLanguage, storeLanguage } from '../i18n/i18n.ts';
import { useSession } from './session-store.ts';

/** Sent to the server first, then stored. Server texts of the page are requested again. */
export async function changeLanguage(language: Language): Promise<void> {
  const signedIn = useSession.getState().profile !== null;
  const actions = signedIn ? await import('./session-actions.ts') : null;
  await actions?.saveLanguage(language);
  storeLanguage(language);
  await showLanguage(language);
  await actions?.refreshPage();
}
