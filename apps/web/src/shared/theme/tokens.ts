/** Every colour, size and duration of the interface; CSS variables and the antd theme both come from here. */
export const PALETTE = {
  light: {
    layout: '#f6f7f9',
    surface: '#ffffff',
    elevated: '#ffffff',
    border: '#d7dce4',
    hairline: '#e9ecf1',
    text: '#161b26',
    text2: '#5b6475',
    text3: '#646d80',
    placeholder: '#6b7385',
    primary: '#2f5bea',
    primaryHover: '#244bd0',
    primaryActive: '#1c3ca6',
    link: '#2f5bea',
    selectedBg: '#e8eefe',
    selectedText: '#2347c5',
    ok: '#157a4a',
    warn: '#b26a00',
    error: '#c42b3d',
    offline: '#9aa3b2',
    alarmUrgent: '#c42b3d',
    alarmImportant: '#b4540a',
    alarmSecondary: '#8a6d00',
    alarmNotice: '#2f5bea',
    series1: '#2f5bea',
    series2: '#0f8f8c',
    series3: '#b26a00',
    series4: '#8a4fd3',
    series5: '#c2417c',
    series6: '#5b6475',
  },
  dark: {
    layout: '#0b0d12',
    surface: '#12151c',
    elevated: '#181c25',
    border: '#2e3646',
    hairline: '#222936',
    text: '#e8ecf4',
    text2: '#a3adbf',
    text3: '#8b95a8',
    placeholder: '#8b95a8',
    primary: '#3d66f0',
    primaryHover: '#3157de',
    primaryActive: '#2a4cc7',
    link: '#8ba5ff',
    selectedBg: '#1a2340',
    selectedText: '#a9bcff',
    ok: '#4ccb8f',
    warn: '#f0b24a',
    error: '#ff7a85',
    offline: '#5c667a',
    alarmUrgent: '#ff7a85',
    alarmImportant: '#f59a52',
    alarmSecondary: '#e6c34a',
    alarmNotice: '#8ba5ff',
    series1: '#7f9cff',
    series2: '#2fbdb8',
    series3: '#e0a040',
    series4: '#b58af0',
    series5: '#ee7fae',
    series6: '#a3adbf',
  },
} as const;

export type Scheme = keyof typeof PALETTE;
export type Colour = keyof (typeof PALETTE)[Scheme];

export const SIZES = {
  base: 13,
  radiusSmall: 4,
  radius: 6,
  radiusLarge: 8,
  control: 32,
  /** On a phone. */
  controlTouch: 40,
  sidebar: 240,
  sidebarIcons: 56,
  header: 56,
  drawer: 480,
  drawerWide: 720,
  rowComfortable: 40,
  rowCompact: 32,
} as const;

export const MOTION = { fastMs: 120, slowMs: 200 } as const;

const CHINESE = "'PingFang SC', 'Hiragino Sans GB', 'Microsoft YaHei', 'Noto Sans CJK SC', 'Noto Sans SC'";
export const FONTS = {
  text: `'Inter Variable', -apple-system, 'Segoe UI', Roboto, ${CHINESE}, sans-serif`,
  code: `'JetBrains Mono Variable', ui-monospace, Menlo, Consolas, ${CHINESE}, monospace`,
} as const;

function kebab(name: string): string {
  return name.replaceAll(/[A-Z]|\d+/g, (part) => `-${part.toLowerCase()}`);
}

function declarations(values: Readonly<Record<string, string>>): string {
  return Object.entries(values)
    .map(([name, value]) => `--${kebab(name)}:${value}`)
    .join(';');
}

function pixels(values: Readonly<Record<string, number>>): Record<string, string> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, `${value}px`]));
}

/** `primaryHover` becomes `--primary-hover`, `text2` becomes `--text-2`. */
export function tokenStyleSheet(): string {
  const shared = declarations({
    ...pixels(SIZES),
    fontText: FONTS.text,
    fontCode: FONTS.code,
    motionFast: `${MOTION.fastMs}ms`,
    motionSlow: `${MOTION.slowMs}ms`,
  });
  return `:root{${shared};${declarations(PALETTE.light)};color-scheme:light}[data-theme=dark]{${declarations(PALETTE.dark)};color-scheme:dark}`;
}
