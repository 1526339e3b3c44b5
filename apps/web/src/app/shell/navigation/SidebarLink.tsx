import { Star } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { NavLink, useMatch } from 'react-router';
import { Icon } from '../../../shared/ui/Icon.tsx';
import type { MenuLink } from '../../routing/menu.ts';
import { useOwnPages } from './own-pages.ts';

interface SidebarLinkProps {
  link: MenuLink;
  iconsOnly?: boolean;
  onGo?: (() => void) | undefined;
}

function Favorite({ to, title }: { to: string; title: string }) {
  const { t } = useTranslation();
  const isFavorite = useOwnPages((state) => state.favorites.includes(to));
  const toggle = useOwnPages((state) => state.toggleFavorite);
  const label = isFavorite
    ? t('shell.menu.removeFavorite', { page: title })
    : t('shell.menu.addFavorite', { page: title });
  return (
    <button
      type="button"
      className="nav-star"
      aria-label={label}
      aria-pressed={isFavorite}
      title={label}
      onClick={() => toggle(to)}
    >
      <Icon name={Star} size={14} />
    </button>
  );
}

export function SidebarLink({ link, iconsOnly = false, onGo }: SidebarLinkProps) {
  const { t } = useTranslation();
  const title = t(link.route.title);
  const item = useRef<HTMLLIElement>(null);
  const isHere = useMatch({ path: link.to, end: false }) !== null;
  // Scrolls the entry of the current page into view.
  useEffect(() => {
    if (isHere) item.current?.scrollIntoView({ block: 'nearest' });
  }, [isHere]);
  return (
    <li ref={item} className="nav-item">
      <NavLink
        to={link.to}
        className="nav-link"
        {...(iconsOnly ? { title } : {})}
        {...(onGo ? { onClick: onGo } : {})}
      >
        <Icon name={link.route.icon ?? 'right'} />
        <span className={iconsOnly ? 'visually-hidden' : 'nav-word'}>{title}</span>
      </NavLink>
      {!iconsOnly && <Favorite to={link.to} title={title} />}
    </li>
  );
}
