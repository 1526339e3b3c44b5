import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import type { Linking } from './use-linking.ts';

/** The next step while a link is created. */
export function LinkHint({ linking }: { linking: Linking }) {
  const { t } = useTranslation();
  return (
    <div className="topology-hint">
      <output>
        {linking.chosen === null
          ? t('topology.linking.lower')
          : t('topology.linking.upper', { name: linking.chosenName })}
      </output>
      <Button size="small" onClick={linking.fill}>
        {t('topology.linking.fill')}
      </Button>
      <Button size="small" onClick={linking.end}>
        {t('ui.cancel')}
      </Button>
    </div>
  );
}
