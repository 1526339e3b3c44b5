import type { ChangeEvent, ReactNode } from 'react';

interface CheckProps {
  label: string;
  checked: boolean;
  partly?: boolean;
  onChange(checked: boolean, isRange: boolean): void;
  children?: ReactNode;
}

/** With Shift, everything from the last box to this one is meant. */
function isWithShift({ nativeEvent }: ChangeEvent): boolean {
  return nativeEvent instanceof MouseEvent && nativeEvent.shiftKey;
}

export function Check({ label, checked, partly = false, onChange, children }: CheckProps) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keeps the browser from selecting text up to a click with Shift
    <label
      className="grid-box"
      onMouseDown={(event) => {
        if (event.shiftKey) event.preventDefault();
      }}
    >
      <input
        type="checkbox"
        className="grid-check"
        aria-label={label}
        checked={checked}
        ref={(box) => {
          if (box) box.indeterminate = partly;
        }}
        onChange={(event) => onChange(event.target.checked, isWithShift(event))}
      />
      {children}
    </label>
  );
}
