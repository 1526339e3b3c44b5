import type { DeviceKind } from '@airloom/contract/devices/device-classes';
import { Drawer } from 'antd';
import { useTranslation } from 'react-i18next';
import { SIZES } from '../../../../shared/theme/tokens.ts';
import { Tabs } from '../../../../shared/ui/layout/Tabs.tsx';
import { AddMany } from './AddMany.tsx';
import { AddOne } from './AddOne.tsx';
import '../devices.css';
import { ImportFile } from './ImportFile.tsx';

export const ADD_MODES = ['one', 'list', 'file'] as const;
export type AddMode = (typeof ADD_MODES)[number];

interface AddDrawerProps {
  mode: AddMode;
  /** Default kind of new devices. */
  kind: DeviceKind;
  onMode(mode: AddMode): void;
  onClose(): void;
}

/** Adds one device, a list, or a file. */
export default function AddDrawer({ mode, kind, onMode, onClose }: AddDrawerProps) {
  const { t } = useTranslation();
  return (
    <Drawer
      open
      title={t('devices-pages.add.title')}
      size={`min(${SIZES.drawerWide}px, 100vw)`}
      onClose={onClose}
    >
      <Tabs
        label={t('devices-pages.add.title')}
        activeKey={mode}
        onChange={(key) => onMode(ADD_MODES.find((known) => known === key) ?? 'one')}
        items={[
          {
            key: 'one',
            label: t('devices-pages.add.oneTab'),
            children: <AddOne kind={kind} onDone={onClose} />,
          },
          { key: 'list', label: t('devices-pages.add.listTab'), children: <AddMany kind={kind} /> },
          { key: 'file', label: t('devices-pages.add.fileTab'), children: <ImportFile /> },
        ]}
      />
    </Drawer>
  );
}
