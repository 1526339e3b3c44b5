import { useTranslation } from 'react-i18next';
import { IconButton } from '../../../shared/ui/actions/IconButton.tsx';
import { Menu } from '../../../shared/ui/actions/Menu.tsx';
import { exportPng, exportSvg, printSheet, type Sheet } from '../drawing/export.ts';

const STEP = 1.4;

interface DiagramToolsProps {
  onZoom(factor: number): void;
  onFit(): void;
  sheet(): Sheet;
}

export function DiagramTools({ onZoom, onFit, sheet }: DiagramToolsProps) {
  const { t } = useTranslation();
  return (
    <div className="topology-picture-tools">
      <IconButton icon="plus" label={t('topology.zoomIn')} onClick={() => onZoom(STEP)} />
      <IconButton icon="minus" label={t('topology.zoomOut')} onClick={() => onZoom(1 / STEP)} />
      <IconButton icon="fit" label={t('topology.fit')} onClick={onFit} />
      <Menu
        label={t('topology.export.label')}
        groups={[
          {
            id: 'export',
            items: [
              { id: 'svg', label: t('topology.export.svg'), icon: 'download', run: () => exportSvg(sheet()) },
              {
                id: 'png',
                label: t('topology.export.png'),
                icon: 'download',
                run: () => void exportPng(sheet()),
              },
              {
                id: 'print',
                label: t('topology.export.print'),
                icon: 'print',
                run: () => printSheet(sheet()),
              },
            ],
          },
        ]}
        renderTrigger={(trigger) => (
          <IconButton icon="download" label={t('topology.export.label')} {...trigger} />
        )}
      />
    </div>
  );
}
