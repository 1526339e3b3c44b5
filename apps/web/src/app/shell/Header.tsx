import { useTranslation } from 'react-i18next';
import { useSession } from '../../shared/session/session-store.ts';
import { LanguageMenu } from '../../shared/ui/actions/LanguageMenu.tsx';
import { ThemeMenu } from '../../shared/ui/actions/ThemeMenu.tsx';
import { Icon } from '../../shared/ui/Icon.tsx';
import { AccountMenu } from './AccountMenu.tsx';
import { AlarmCount } from './AlarmCount.tsx';
import { DeviceTasks } from './DeviceTasks.tsx';
import './header.css';
import { MessageCount } from './MessageCount.tsx';
import { NarrowNavigation } from './navigation/NarrowNavigation.tsx';
import { PALETTE_KEYS } from './palette/palette-keys.ts';
import { ScopePicker } from './ScopePicker.tsx';

interface HeaderProps {
  openPalette(): void;
  showKeys(): void;
}

export function Header({ openPalette, showKeys }: HeaderProps) {
  const { t } = useTranslation();
  const demo = useSession((state) => state.currentRole?.demo ?? false);
  return (
    <header className="header">
      <NarrowNavigation />
      <ScopePicker />
      {demo && (
        <span className="demo-mark" title={t('shell.demo.text')}>
          {t('shell.demo.mark')}
        </span>
      )}
      <span className="header-space" />
      <button type="button" className="palette-trigger" onClick={openPalette}>
        <Icon name="search" />
        <span className="palette-words">{t('shell.palette.trigger')}</span>
        <kbd>{PALETTE_KEYS.join(' ')}</kbd>
      </button>
      <DeviceTasks />
      <AlarmCount />
      <MessageCount />
      <span className="header-looks">
        <LanguageMenu />
        <ThemeMenu />
      </span>
      <AccountMenu showKeys={showKeys} />
    </header>
  );
}
