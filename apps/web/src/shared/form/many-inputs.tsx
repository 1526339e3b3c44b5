import { Checkbox, Select } from 'antd';
import type { ReactNode } from 'react';
import { CHOICE_SEARCH } from './choice-search.ts';
import './form.css';
import type { Choice } from './rich-inputs.tsx';
import { inputProps } from './text-inputs.tsx';
import type { Control } from './use-schema-form.ts';

/** Any number of things that can be chosen. */
export function manyInput<T extends string>(choices: readonly Choice<T>[], placeholder: string) {
  return function ManyControl(control: Control<T[] | undefined>): ReactNode {
    return (
      <Select<T[]>
        {...inputProps(control)}
        mode="multiple"
        placeholder={placeholder}
        showSearch={CHOICE_SEARCH}
        options={choices.map((choice) => ({ ...choice }))}
        value={control.value ?? []}
        onChange={control.onChange}
      />
    );
  };
}

interface Finder {
  search(typed: string): void;
  searching: boolean;
}

/** Any number out of more than a list shows: what is typed is looked for elsewhere. */
export function foundInput<T extends string>(
  choices: readonly Choice<T>[],
  placeholder: string,
  { search, searching }: Finder,
) {
  return function FoundControl(control: Control<T[] | undefined>): ReactNode {
    return (
      <Select<T[]>
        {...inputProps(control)}
        mode="multiple"
        placeholder={placeholder}
        showSearch={{ filterOption: false, onSearch: search }}
        loading={searching}
        options={choices.map(({ value, label }) => ({ value, label }))}
        value={control.value ?? []}
        onChange={control.onChange}
        onOpenChange={(open) => {
          if (!open) search('');
        }}
      />
    );
  };
}

/** Any number of addresses; each is written as the rules want it, if it can be. */
export function entriesInput(placeholder: string, written: (entry: string) => string) {
  return function EntriesControl(control: Control<string[] | undefined>): ReactNode {
    return (
      <Select<string[]>
        {...inputProps(control)}
        mode="tags"
        open={false}
        suffixIcon={null}
        placeholder={placeholder}
        tokenSeparators={[',', ';']}
        value={control.value ?? []}
        onChange={(entries) => control.onChange(entries.map(written))}
      />
    );
  };
}

/** A few that are all worth showing. */
export function fewInput<T extends string>(choices: readonly Choice<T>[]) {
  return function FewControl(control: Control<T[] | undefined>): ReactNode {
    const chosen = control.value ?? [];
    return (
      <div className="form-few">
        {choices.map(({ value, label }) => (
          <Checkbox
            key={value}
            checked={chosen.includes(value)}
            onChange={(event) =>
              control.onChange(
                event.target.checked ? [...chosen, value] : chosen.filter((other) => other !== value),
              )
            }
          >
            {label}
          </Checkbox>
        ))}
      </div>
    );
  };
}
