import { identityCalls } from '@airloom/contract/identity/identity.calls';
import { type Language, YUYAN } from '@airloom/contract/languages';
import { call } from '../api/call.ts';
import { showLanguage, storeLanguage } from '../i18n/i18n.ts';
import { useSession } from './session-store.ts';

/** Sent to the server first, then stored. Server texts of the page are requested again. */
export async function changeLanguage(language: Language): Promise<void> {
  const signedIn = useSession.getState().profile !== null;
  if (signedIn) await call(identityCalls.setLang, { yuyan: YUYAN[language] });
  storeLanguage(language);
  await showLanguage(language);
  if (signedIn) await (await import('./session-actions.ts')).refreshPage();
}
