import { create } from 'zustand';
import { type Scheme, tokenStyleSheet } from './tokens.ts';

export const THEME_CHOICES = ['light', 'dark', 'system'] as const;
export type ThemeChoice = (typeof THEME_CHOICES)[number];

export const DENSITIES = ['comfortable', 'compact'] as const;
export type Density = (typeof DENSITIES)[number];

const THEME_KEY = 'theme';
const DENSITY_KEY = 'density';
const systemDark = window.matchMedia('(prefers-color-scheme: dark)');

interface ThemeState {
  choice: ThemeChoice;
  scheme: Scheme;
  density: Density;
  /** Forces dark mode, as on the big screen. */
  alwaysDark: boolean;
  choose(choice: ThemeChoice): void;
  setDensity(density: Density): void;
}

function schemeOf(choice: ThemeChoice, alwaysDark = false): Scheme {
  if (alwaysDark) return 'dark';
  if (choice !== 'system') return choice;
  return systemDark.matches ? 'dark' : 'light';
}

const storedChoice = THEME_CHOICES.find((choice) => choice === localStorage.getItem(THEME_KEY)) ?? 'system';
const storedDensity =
  DENSITIES.find((density) => density === localStorage.getItem(DENSITY_KEY)) ?? 'comfortable';

export const useTheme = create<ThemeState>((set) => ({
  choice: storedChoice,
  scheme: schemeOf(storedChoice),
  density: storedDensity,
  alwaysDark: false,
  choose(choice) {
    localStorage.setItem(THEME_KEY, choice);
    set(({ alwaysDark }) => ({ choice, scheme: schemeOf(choice, alwaysDark) }));
  },
  setDensity(density) {
    localStorage.setItem(DENSITY_KEY, density);
    set({ density });
  },
}));

/** Dark for as long as it is wanted so, then as it was chosen. */
export function keepDark(alwaysDark: boolean): void {
  useTheme.setState(({ choice }) => ({ alwaysDark, scheme: schemeOf(choice, alwaysDark) }));
}

function apply(scheme: Scheme): void {
  document.documentElement.dataset['theme'] = scheme;
}

/** Puts the tokens into the document and keeps its theme in step with the choice and the system. */
export function startTheme(): void {
  const sheet = document.createElement('style');
  sheet.textContent = tokenStyleSheet();
  document.head.append(sheet);
  apply(useTheme.getState().scheme);
  useTheme.subscribe((state) => apply(state.scheme));
  systemDark.addEventListener('change', () => {
    const { choice, alwaysDark } = useTheme.getState();
    useTheme.setState({ scheme: schemeOf(choice, alwaysDark) });
  });
}
