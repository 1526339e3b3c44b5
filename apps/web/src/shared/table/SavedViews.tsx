import { Bookmark } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../ui/actions/IconButton.tsx';
import { Popup } from '../ui/actions/Popup.tsx';
import type { SavedViewsProps } from './filters/SavedViewList.tsx';

const SavedViewList = lazy(async () => ({
  default: (await import('./filters/SavedViewList.tsx')).SavedViewList,
}));

const WIDTH_PX = 280;

/** Ways of looking at a table that a person gave a name. */
export function SavedViews(props: SavedViewsProps) {
  const { t } = useTranslation();
  return (
    <Popup
      kind="dialog"
      label={t('ui.table.views')}
      align="end"
      width={WIDTH_PX}
      renderTrigger={(trigger) => <IconButton {...trigger} icon={Bookmark} label={t('ui.table.views')} />}
    >
      {(close) => (
        <Suspense>
          <SavedViewList {...props} close={close} />
        </Suspense>
      )}
    </Popup>
  );
}
