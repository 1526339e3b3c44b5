import { Select } from 'antd';
import { inputProps } from '../../../shared/form/text-inputs.tsx';
import type { Control } from '../../../shared/form/use-schema-form.ts';

/** Separate what is pasted. */
const SEPARATORS = [',', ';', ' ', '\t', '\n', '\r'];

/** Addresses or domains; several are pasted at once. */
export function membersInput(placeholder: string) {
  return function MembersControl(control: Control<string[]>) {
    return (
      <Select<string[]>
        {...inputProps(control)}
        mode="tags"
        open={false}
        suffixIcon={null}
        placeholder={placeholder}
        tokenSeparators={SEPARATORS}
        value={control.value}
        onChange={(members) =>
          control.onChange(members.map((member) => member.trim()).filter((member) => member !== ''))
        }
      />
    );
  };
}
