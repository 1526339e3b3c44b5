import { Button, Drawer } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useLayer } from '../../ui/layers.ts';
import './filter-sheet.css';
import { InSheet } from '../SheetContext.ts';

interface FilterSheetProps {
  open: boolean;
  onClose(): void;
  children: ReactNode;
}

/** Filters and order of a list on a phone. */
export function FilterSheet({ open, onClose, children }: FilterSheetProps) {
  const { t } = useTranslation();
  useLayer(open, onClose);
  return (
    <Drawer
      open={open}
      placement="bottom"
      title={t('ui.table.filters')}
      size="auto"
      styles={{ wrapper: { maxHeight: '85dvh' } }}
      onClose={onClose}
      footer={
        <Button type="primary" block onClick={onClose}>
          {t('shell.table.show')}
        </Button>
      }
    >
      <div className="filter-sheet">
        <InSheet value={true}>{children}</InSheet>
      </div>
    </Drawer>
  );
}
