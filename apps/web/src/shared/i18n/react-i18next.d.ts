/**
 * What the console uses of react-i18next, typed by the keys of the messages. The library's own types derive the text of
 * each key from the message files at every use, which took about a third of the type check.
 */
declare module 'react-i18next' {
  import type { Translate } from '@airloom/messages';
  import type { ThirdPartyModule } from 'i18next';

  export function useTranslation(): { readonly t: Translate };
  export const initReactI18next: ThirdPartyModule;
}
