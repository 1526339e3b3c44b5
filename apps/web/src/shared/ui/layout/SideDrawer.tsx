import { Drawer } from 'antd';
import type { ReactNode } from 'react';
import { SIZES } from '../../theme/tokens.ts';
import { useLayer } from '../layers.ts';

interface SideDrawerProps {
  open?: boolean;
  title: ReactNode;
  wide?: boolean | undefined;
  footer?: ReactNode;
  /** False when it stays open for now. */
  onClose(): boolean | void;
  onShown?(): void;
  children: ReactNode;
}

/** Opens at the side of the page; over all of it on a phone. */
export function SideDrawer({
  open = true,
  title,
  wide,
  footer,
  onClose,
  onShown,
  children,
}: SideDrawerProps) {
  useLayer(open, onClose);
  return (
    <Drawer
      open={open}
      title={title}
      size={`min(${wide ? SIZES.drawerWide : SIZES.drawer}px, 100vw)`}
      destroyOnHidden
      onClose={() => void onClose()}
      afterOpenChange={(shown) => {
        if (shown) onShown?.();
      }}
      footer={footer}
    >
      {children}
    </Drawer>
  );
}
