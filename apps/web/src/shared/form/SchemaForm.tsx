import { Fragment, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import type { MessageKey } from '../i18n/i18n.ts';
import { Field, IssueText } from './Field.tsx';
import { strayIssues } from './issues.ts';
import type { Control, FieldName, SchemaForm as Form, FormSchema } from './use-schema-form.ts';

interface FieldDefOf<S extends FormSchema, K extends FieldName<S>> {
  name: K;
  label: MessageKey;
  hint?: MessageKey;
  /** Begins a section with this heading. */
  section?: MessageKey;
  /** Draws the input, e.g. `textInput({ autoComplete: 'username' })`. */
  input(control: Control<z.input<S>[K]>): ReactNode;
  /** Only while this holds is the field part of the form. */
  when?(values: z.input<S>): boolean;
  /** Takes the whole width of a two-column form. */
  wide?: boolean;
  group?: boolean;
  inline?: boolean;
  /** Asked for while it is shown, though the schema can do without it. */
  required?: boolean;
}

/** One field of a form over schema `S`. */
export type FieldDef<S extends FormSchema> = { [K in FieldName<S>]: FieldDefOf<S, K> }[FieldName<S>];

interface SchemaFormProps<S extends FormSchema> {
  form: Form<S>;
  fields: readonly FieldDef<S>[];
  columns?: 1 | 2;
  /** Usually the buttons. */
  children?: ReactNode;
  id?: string;
}

function FormField<S extends FormSchema, K extends FieldName<S>>({
  form,
  def,
}: {
  form: Form<S>;
  def: FieldDefOf<S, K>;
}) {
  const asked = form.control(def.name);
  const control = { ...asked, required: asked.required || (def.required ?? false) };
  return (
    <Field
      control={control}
      label={def.label}
      hint={def.hint}
      issue={form.issue(def.name)}
      group={def.group}
      inline={def.inline}
    >
      {({ describedBy }) => def.input({ ...control, describedBy })}
    </Field>
  );
}

/** A form is a schema and a list of fields. */
export function SchemaForm<S extends FormSchema>({
  form,
  fields,
  columns = 1,
  children,
  id,
}: SchemaFormProps<S>) {
  const { t } = useTranslation();
  const shown = fields.filter((def) => def.when?.(form.values) ?? true);
  const strays = strayIssues(
    form.issues,
    shown.map((def) => def.name),
  );
  return (
    <form {...form.formProps} id={id} className={columns === 2 ? 'form form-two' : 'form'}>
      {strays.length > 0 && (
        <div className="form-issue" role="alert" tabIndex={-1}>
          {strays.map((issue) => (
            <p key={issue.key}>
              <IssueText issue={issue} />
            </p>
          ))}
        </div>
      )}
      {shown.map((def) => (
        <Fragment key={def.name}>
          {def.section && <h2 className="form-section">{t(def.section)}</h2>}
          <div className={def.wide ? 'field-wide' : undefined}>
            <FormField form={form} def={def} />
          </div>
        </Fragment>
      ))}
      {children && <div className="form-actions">{children}</div>}
    </form>
  );
}
