import { DirectionProvider, MantineProvider } from '@mantine/core';
import { ModalsProvider } from '@mantine/modals';
import { Notifications } from '@mantine/notifications';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { useEffect } from 'react';
import { router } from './router.ts';
import { queryClient } from './shared/api/queries.ts';
import { useLocale } from './shared/i18n/use-locale.ts';
import { colourVariables, styleNonce, theme, urduTheme } from './shared/layout/theme.ts';

/** Everything on the page. The direction follows the language. */
export function App() {
  const { locale, direction } = useLocale();
  useEffect(() => {
    document.documentElement.dir = direction;
  }, [direction]);
  return (
    <DirectionProvider key={locale} initialDirection={direction} detectDirection={false}>
      <MantineProvider
        theme={locale === 'ur' ? urduTheme : theme}
        defaultColorScheme="auto"
        getStyleNonce={() => styleNonce}
        cssVariablesResolver={colourVariables}
      >
        <QueryClientProvider client={queryClient}>
          <ModalsProvider>
            <Notifications position="bottom-center" />
            <RouterProvider router={router} />
          </ModalsProvider>
        </QueryClientProvider>
      </MantineProvider>
    </DirectionProvider>
  );
}
