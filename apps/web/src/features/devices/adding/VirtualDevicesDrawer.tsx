import { Drawer } from 'antd';
import { useTranslation } from 'react-i18next';
import { SIZES } from '../../../shared/theme/tokens.ts';
import { VirtualDevicesStep } from './VirtualDevicesStep.tsx';

interface VirtualDevicesDrawerProps {
  siteUUID: string | undefined;
  onClose(): void;
}

export default function VirtualDevicesDrawer({ siteUUID, onClose }: VirtualDevicesDrawerProps) {
  const { t } = useTranslation();
  return (
    <Drawer
      open
      title={t('devices-pages.virtual.title')}
      size={`min(${SIZES.drawerWide}px, 100vw)`}
      onClose={onClose}
    >
      <VirtualDevicesStep siteUUID={siteUUID} onShow={onClose} />
    </Drawer>
  );
}
