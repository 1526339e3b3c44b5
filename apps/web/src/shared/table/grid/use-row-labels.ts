import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';

export interface RowLabels {
  select(name: string): string;
  actions(name: string): string;
}

/** Stands for any name. */
const NAME = '\u0000';

/** A phrase with a name in it, translated once for all rows. */
function naming(phrase: (name: string) => string): (name: string) => string {
  const [before = '', after = ''] = phrase(NAME).split(NAME);
  return (name) => `${before}${name}${after}`;
}

export function useRowLabels(): RowLabels {
  const { t } = useTranslation();
  return useMemo(
    () => ({
      select: naming((name) => t('ui.table.select', { name })),
      actions: naming((name) => t('ui.table.actionsOf', { name })),
    }),
    [t],
  );
}
