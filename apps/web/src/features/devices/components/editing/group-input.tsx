import { type Choice, selectInput } from '../../../../shared/form/rich-inputs.tsx';
import type { Control } from '../../../../shared/form/use-schema-form.ts';

/** One of a site's groups, or none. */
export function groupInput(groups: readonly Choice<string>[], none: string) {
  const picker = selectInput({ choices: groups, placeholder: none, clearable: true });
  return (control: Control<string | null>) =>
    picker({
      ...control,
      value: control.value ?? undefined,
      onChange: (value) => control.onChange(value ?? null),
    });
}
