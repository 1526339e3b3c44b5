import type { MouseEvent } from 'react';
import { type Drawing, Icon } from '../Icon.tsx';
import type { TriggerProps } from './Popup.tsx';
import './icon-button.css';

interface IconButtonProps extends Partial<TriggerProps> {
  icon: Drawing;
  label: string;
  size?: number;
  disabled?: boolean;
  onClick?(event: MouseEvent): void;
}

/** A button that is only a picture still has a name. */
export function IconButton({ icon, label, size, ...rest }: IconButtonProps) {
  return (
    <button type="button" className="icon-button" aria-label={label} title={label} {...rest}>
      <Icon name={icon} {...(size === undefined ? {} : { size })} />
    </button>
  );
}
