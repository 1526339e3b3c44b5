import { useId } from 'react';
import { Menu } from '../ui/actions/Menu.tsx';
import { Icon } from '../ui/Icon.tsx';
import './field-button.css';
import './choice-menu.css';

interface ChoiceMenuProps<T extends string | number> {
  /** The visible label beside it; without one, `label` names it. */
  labelledBy?: string;
  label: string;
  choices: readonly { value: T; label: string }[];
  value: T;
  onChange(value: T): void;
}

/** One of a few choices where antd's select would not fit: in popups, which it would open behind, and in narrow bars. */
export function ChoiceMenu<T extends string | number>(props: ChoiceMenuProps<T>) {
  const { label, labelledBy, choices, value, onChange } = props;
  const id = useId();
  const chosen = choices.find((choice) => choice.value === value);
  const items = choices.map((choice) => ({
    id: String(choice.value),
    label: choice.label,
    chosen: choice.value === value,
    run: () => onChange(choice.value),
  }));
  return (
    <Menu
      label={label}
      align="start"
      groups={[{ id: 'choices', items }]}
      renderTrigger={(trigger) => (
        <button
          {...trigger}
          type="button"
          className="field-button choice-menu"
          {...(labelledBy === undefined
            ? { 'aria-label': `${label}: ${chosen?.label ?? ''}` }
            : { 'aria-labelledby': `${labelledBy} ${id}` })}
        >
          <span id={id}>{chosen?.label}</span>
          <Icon name="down" size={14} />
        </button>
      )}
    />
  );
}
