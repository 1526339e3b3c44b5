import { Checkbox, InputNumber, Select, Switch } from 'antd';
import TextArea from 'antd/es/input/TextArea';
import type { ReactNode } from 'react';
import './choice-about.css';
import { CHOICE_SEARCH } from './choice-search.ts';
import { inputProps } from './text-inputs.tsx';
import type { Control } from './use-schema-form.ts';

export interface Choice<T extends string | number> {
  value: T;
  label: string;
  /** A sentence under the label, in the list only. */
  about?: string;
  disabled?: boolean;
}

interface SelectOptions<T extends string | number> {
  choices: readonly Choice<T>[];
  placeholder?: string;
  loading?: boolean;
  /** Shows a cross that empties the field. */
  clearable?: boolean;
  search?: boolean;
}

type Shown = { label?: ReactNode; data: { about?: string; label?: ReactNode } };

function renderOption({ label, data }: Shown): ReactNode {
  if (data.about === undefined) return label;
  return (
    <span className="choice-about">
      {label}
      <small>{data.about}</small>
    </span>
  );
}

export function selectInput<T extends string | number>(options: SelectOptions<T>) {
  return function SelectControl(control: Control<T | undefined>): ReactNode {
    return (
      <Select<T>
        {...inputProps(control)}
        value={control.value === '' ? null : (control.value ?? null)}
        options={options.choices.map((choice) => ({ ...choice }))}
        optionRender={renderOption}
        placeholder={options.placeholder}
        loading={options.loading ?? false}
        allowClear={options.clearable ?? false}
        showSearch={(options.search ?? options.choices.length > 8) ? CHOICE_SEARCH : false}
        onChange={(value) => control.onChange(value)}
      />
    );
  };
}

export function textAreaInput(options: { rows?: number; placeholder?: string } = {}) {
  return function TextAreaControl(control: Control<string | undefined>): ReactNode {
    return (
      <TextArea
        {...inputProps(control)}
        rows={options.rows ?? 3}
        placeholder={options.placeholder}
        value={control.value ?? ''}
        onChange={(event) => control.onChange(event.target.value)}
      />
    );
  };
}

/** Without `min` and `max`: the control would silently change a number that is out of range instead of refusing it. */
export function numberInput(options: { step?: number; suffix?: string } = {}) {
  return function NumberControl(control: Control<number | null | undefined>): ReactNode {
    return (
      <InputNumber<number>
        {...inputProps(control)}
        {...options}
        style={{ width: '100%' }}
        value={control.value ?? null}
        onChange={(value) => control.onChange(value)}
      />
    );
  };
}

export function switchInput() {
  return function SwitchControl(control: Control<boolean | undefined>): ReactNode {
    return (
      <Switch
        id={control.id}
        aria-describedby={control.describedBy}
        checked={control.value ?? false}
        onChange={(checked) => control.onChange(checked)}
      />
    );
  };
}

export function checkboxInput() {
  return function CheckboxControl(control: Control<boolean | undefined>): ReactNode {
    return (
      <Checkbox
        id={control.id}
        aria-describedby={control.describedBy}
        checked={control.value ?? false}
        onChange={(event) => control.onChange(event.target.checked)}
      />
    );
  };
}
