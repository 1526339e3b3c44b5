import { useTranslation } from 'react-i18next';
import { useSession } from '../../../shared/session/session-store.ts';
import { linksOf, type MenuSection } from '../../routing/menu.ts';
import { useOwnPages } from './own-pages.ts';
import './sidebar.css';
import { SidebarLink } from './SidebarLink.tsx';
import { SectionFlyout, SidebarSection } from './SidebarSection.tsx';
import { useMenu, useOpenSection } from './use-menu.ts';

interface SidebarProps {
  iconsOnly: boolean;
  /** After a link was followed. */
  onGo?: () => void;
}

interface GroupProps extends SidebarProps {
  /** Heading of its sections. */
  caption: string;
  sections: readonly MenuSection[];
  open: string | null;
  toggle(path: string): void;
}

function Group({ caption, sections, iconsOnly, open, toggle, onGo }: GroupProps) {
  if (sections.length === 0) return null;
  return (
    <section className="nav-group" aria-label={caption}>
      {!iconsOnly && <p className="nav-caption">{caption}</p>}
      {sections.map(({ section, links }) => {
        if (section === null)
          return (
            <ul key={links[0]?.to}>
              {links.map((link) => (
                <SidebarLink key={link.to} link={link} iconsOnly={iconsOnly} onGo={onGo} />
              ))}
            </ul>
          );
        const isOpen = open === section.path;
        if (iconsOnly)
          return <SectionFlyout key={section.path} section={section} links={links} here={isOpen} />;
        return (
          <SidebarSection
            key={section.path}
            section={section}
            links={links}
            open={isOpen}
            onToggle={() => toggle(section.path)}
            onGo={onGo}
          />
        );
      })}
    </section>
  );
}

function Favorites({ menu, onGo }: { menu: readonly MenuSection[]; onGo?: (() => void) | undefined }) {
  const { t } = useTranslation();
  const links = linksOf(
    menu,
    useOwnPages((state) => state.favorites),
  );
  if (links.length === 0) return null;
  return (
    <section className="nav-group" aria-label={t('shell.menu.favorites')}>
      <p className="nav-caption">{t('shell.menu.favorites')}</p>
      <ul>
        {links.map((link) => (
          <SidebarLink key={link.to} link={link} onGo={onGo} />
        ))}
      </ul>
    </section>
  );
}

/** Favorites, the sections about the selected site, and those about the account. */
export function Sidebar({ iconsOnly, onGo }: SidebarProps) {
  const { t } = useTranslation();
  const menu = useMenu();
  const [open, toggle] = useOpenSection(menu);
  const selected = useSession((state) => state.currentSite?.name);
  const group = { iconsOnly, open, toggle, ...(onGo ? { onGo } : {}) };
  return (
    <nav className="nav" aria-label={t('shell.navigation')}>
      {!iconsOnly && <Favorites menu={menu} onGo={onGo} />}
      <Group
        {...group}
        caption={selected ?? t('shell.menu.network')}
        sections={menu.filter(({ ofAccount }) => !ofAccount)}
      />
      <Group
        {...group}
        caption={t('shell.menu.account')}
        sections={menu.filter(({ ofAccount }) => ofAccount)}
      />
    </nav>
  );
}
