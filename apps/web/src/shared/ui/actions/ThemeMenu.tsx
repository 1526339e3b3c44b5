import { useTranslation } from 'react-i18next';
import { THEME_CHOICES, useTheme } from '../../theme/theme-store.ts';
import { IconButton } from './IconButton.tsx';
import { Menu } from './Menu.tsx';

const ICONS = { light: 'sun', dark: 'moon', system: 'system' } as const;

export function ThemeMenu() {
  const { t } = useTranslation();
  const { choice, choose } = useTheme();
  const names = {
    light: t('ui.theme.light'),
    dark: t('ui.theme.dark'),
    system: t('ui.theme.system'),
  };
  const items = THEME_CHOICES.map((theme) => ({
    id: theme,
    label: names[theme],
    icon: ICONS[theme],
    chosen: theme === choice,
    run: () => choose(theme),
  }));
  return (
    <Menu
      label={t('ui.theme.label')}
      groups={[{ id: 'themes', items }]}
      renderTrigger={(props) => <IconButton {...props} icon={ICONS[choice]} label={t('ui.theme.label')} />}
    />
  );
}
