import { LANGUAGES, type Language } from '@airloom/contract/languages';
import { useTranslation } from 'react-i18next';
import { useLanguageStore } from '../../i18n/i18n.ts';
import { changeLanguage } from '../../session/change-language.ts';
import { IconButton } from './IconButton.tsx';
import { Menu } from './Menu.tsx';

/** Each language by its own name, independent of the page language. */
export function useLanguageNames(): Record<Language, string> {
  const { t } = useTranslation();
  return {
    en: t('ui.language.en'),
    zh: t('ui.language.zh'),
    pl: t('ui.language.pl'),
    es: t('ui.language.es'),
  };
}

export function LanguageMenu() {
  const { t } = useTranslation();
  const current = useLanguageStore((state) => state.language);
  const names = useLanguageNames();
  const items = LANGUAGES.map((language) => ({
    id: language,
    label: names[language],
    lang: language,
    chosen: language === current,
    run: () => void changeLanguage(language),
  }));
  return (
    <Menu
      label={t('ui.language.label')}
      groups={[{ id: 'languages', items }]}
      renderTrigger={(props) => <IconButton {...props} icon="language" label={t('ui.language.label')} />}
    />
  );
}
