import { ConfigProvider } from 'antd';
import { type ReactNode, useMemo } from 'react';
import { useLanguageStore } from '../i18n/i18n.ts';
import { useNarrow } from '../ui/use-narrow.ts';
import { antdTheme } from './antd-theme.ts';
import { useTheme } from './theme-store.ts';

export function AppConfig({ children }: { children: ReactNode }) {
  const scheme = useTheme((state) => state.scheme);
  const locale = useLanguageStore((state) => state.antdLocale);
  const isNarrow = useNarrow();
  const theme = useMemo(() => antdTheme(scheme, isNarrow), [scheme, isNarrow]);
  return (
    <ConfigProvider
      theme={theme}
      {...(locale ? { locale } : {})}
      button={{ autoInsertSpace: false }}
      wave={{ disabled: true }}
    >
      {children}
    </ConfigProvider>
  );
}
