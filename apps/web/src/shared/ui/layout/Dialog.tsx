import { Modal } from 'antd';
import type { ReactNode } from 'react';
import { useLayer } from '../layers.ts';
import { useReturnFocus } from '../use-return-focus.ts';
import { DialogActions } from './DialogActions.tsx';

interface DialogProps {
  title: string;
  /** The primary button first, then others; Cancel is added. */
  actions: ReactNode;
  /** Undefined when only one of the actions closes it. */
  onClose?: (() => void) | undefined;
  /** Without Cancel, when an action closes it. */
  cancels?: boolean;
  width?: string;
  onShown?(): void;
  children: ReactNode;
}

/** A dialog in the middle of the page. Mount it only while open. */
export function Dialog({ title, actions, onClose, cancels = true, width, onShown, children }: DialogProps) {
  const canClose = onClose !== undefined;
  useReturnFocus();
  useLayer(true, () => {
    onClose?.();
    return canClose;
  });
  return (
    <Modal
      open
      title={title}
      closable={canClose}
      keyboard={canClose}
      mask={{ closable: canClose }}
      {...(width === undefined ? {} : { width })}
      onCancel={() => onClose?.()}
      afterOpenChange={(shown) => {
        if (shown) onShown?.();
      }}
      footer={
        <DialogActions {...(onClose !== undefined && cancels ? { onCancel: onClose } : {})}>
          {actions}
        </DialogActions>
      }
    >
      {children}
    </Modal>
  );
}
