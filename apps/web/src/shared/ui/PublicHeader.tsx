import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { LanguageMenu } from './LanguageMenu.tsx';
import { Logo } from './Logo.tsx';
import { ThemeMenu } from './ThemeMenu.tsx';
import './public-header.css';

/** Above every page that needs no session. */
export function PublicHeader({ children }: { children?: ReactNode }) {
  return (
    <header className="public-header">
      <Link to="/console" className="public-home">
        <Logo />
      </Link>
      <span className="public-space" />
      {children}
      <LanguageMenu />
      <ThemeMenu />
    </header>
  );
}
