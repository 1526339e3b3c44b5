import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router/dom';
import { createRouter } from './app/router.tsx';
import { watchSession } from './app/session-end.ts';
import { settleToldFailures } from './shared/api/on-failure.ts';
import { queryClient, refreshWhenReconnected } from './shared/api/query-client.ts';
import { currentLanguage, showLanguage } from './shared/i18n/i18n.ts';
import { AppConfig } from './shared/theme/AppConfig.tsx';
import './shared/theme/base.css';
import './shared/theme/fonts.css';
import { startTheme } from './shared/theme/theme-store.ts';

/** No top-level await: the texts may be in a chunk that waits for this module. */
async function start(): Promise<void> {
  const root = document.getElementById('root');
  if (!root) throw new Error('the page has no place for the console');
  startTheme();
  settleToldFailures();
  refreshWhenReconnected();
  watchSession((path) => router.navigate(path));
  const router = createRouter();
  await showLanguage(currentLanguage());
  createRoot(root).render(
    <StrictMode>
      <AppConfig>
        <QueryClientProvider client={queryClient}>
          <RouterProvider router={router} />
        </QueryClientProvider>
      </AppConfig>
    </StrictMode>,
  );
}

void start();
