import { Select } from 'antd';
import type { ReactNode } from 'react';
import { CHOICE_SEARCH } from '../../../shared/form/choice-search.ts';
import { inputProps } from '../../../shared/form/text-inputs.tsx';
import type { Control } from '../../../shared/form/use-schema-form.ts';

/** Any number of tags, known or new. */
export function tagsInput(known: readonly string[], placeholder: string) {
  return function TagsControl(control: Control<string[] | undefined>): ReactNode {
    return (
      <Select<string[]>
        {...inputProps(control)}
        mode="tags"
        placeholder={placeholder}
        tokenSeparators={[',', ';', '，', '；']}
        showSearch={CHOICE_SEARCH}
        options={known.map((tag) => ({ value: tag, label: tag }))}
        value={control.value ?? []}
        onChange={control.onChange}
      />
    );
  };
}
