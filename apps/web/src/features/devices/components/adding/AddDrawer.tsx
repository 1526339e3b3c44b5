import type { DeviceKind } from '@airloom/contract/devices/device-classes';
import { Drawer } from 'antd';
import { useTranslation } from 'react-i18next';
import { SIZES } from '../../../../shared/theme/tokens.ts';
import { Tabs } from '../../../../shared/ui/layout/Tabs.tsx';
import { AddMany } from './AddMany.tsx';
import { AddOne } from './AddOne.tsx';
import '../devices.css';
import { ImportFile } from './ImportFile.tsx';

export const WAYS = ['one', 'list', 'file'] as const;
export type Way = (typeof WAYS)[number];

interface AddDrawerProps {
  way: Way;
  /** The kind new devices are of unless told. */
  kind: DeviceKind;
  onWay(way: Way): void;
  onClose(): void;
}

/** One device, a list, or a file: three ways to the same register. */
export default function AddDrawer({ way, kind, onWay, onClose }: AddDrawerProps) {
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
        activeKey={way}
        onChange={(key) => onWay(WAYS.find((known) => known === key) ?? 'one')}
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
