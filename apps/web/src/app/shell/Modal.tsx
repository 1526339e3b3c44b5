import { type ReactNode, useEffect, useRef } from 'react';
import { useLayer } from '../../shared/ui/layers.ts';
import './modal.css';

/** Native dialog: keeps the focus inside, closes by Escape or a click outside. */
export function Modal({ label, onClose, children }: { label: string; onClose(): void; children: ReactNode }) {
  const dialog = useRef<HTMLDialogElement>(null);
  useLayer(true, () => dialog.current?.close());
  useEffect(() => {
    if (dialog.current?.open) return;
    dialog.current?.showModal();
    dialog.current?.querySelector('input')?.focus();
  }, []);
  return (
    <dialog ref={dialog} className="modal" aria-label={label} closedby="any" onClose={onClose}>
      {children}
    </dialog>
  );
}
