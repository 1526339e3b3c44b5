import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { LanguageMenu } from '../actions/LanguageMenu.tsx';
import { ThemeMenu } from '../actions/ThemeMenu.tsx';
import { Logo } from './Logo.tsx';
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
