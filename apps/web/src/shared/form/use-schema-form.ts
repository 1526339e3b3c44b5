import { type FormEvent, type RefObject, useId, useRef, useState } from 'react';
import type { z } from 'zod';
import { CallFailure } from '../api/call-failure.ts';
import {
  type Issue,
  type Issues,
  issueOfField,
  issuesOfSchema,
  issuesOfServer,
  revalidate,
} from './issues.ts';
import { isOptional, textLimit } from './schema-facts.ts';

export type FormSchema = z.ZodType<object, object>;

export interface SchemaFormOptions<S extends FormSchema> {
  schema: S;
  initial: z.input<S>;
  /** May throw the failure of its call: fields the server names show it, the rest is a toast. */
  submit(values: z.output<S>): Promise<void> | void;
}

export type FieldName<S extends FormSchema> = keyof z.input<S> & string;

/** What an input needs to know; the input itself decides how it looks. */
export interface Control<T = unknown> {
  id: string;
  name: string;
  value: T;
  onChange(value: T): void;
  onBlur(): void;
  invalid: boolean;
  required: boolean;
  describedBy: string | undefined;
  maxLength: number | undefined;
}

export interface SchemaForm<S extends FormSchema> {
  values: z.input<S>;
  set<K extends FieldName<S>>(name: K, value: z.input<S>[K]): void;
  issues: Issues;
  issue(name: FieldName<S>): Issue | undefined;
  control<K extends FieldName<S>>(name: K): Control<z.input<S>[K]>;
  pending: boolean;
  dirty: boolean;
  formProps: { ref: RefObject<HTMLFormElement | null>; onSubmit(event: FormEvent): void; noValidate: true };
  /** Checks and submits; true when all went well. */
  submit(): Promise<boolean>;
  reset(values?: z.input<S>): void;
  /** Puts an issue found elsewhere under a field. */
  refuse(name: FieldName<S> | '', issue: Issue): void;
}

export function useSchemaForm<S extends FormSchema>(options: SchemaFormOptions<S>): SchemaForm<S> {
  const prefix = useId();
  const ref = useRef<HTMLFormElement>(null);
  const [values, setValues] = useState<z.input<S>>(options.initial);
  const [issues, setIssues] = useState<Issues>({});
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const [pending, setPending] = useState(false);
  const [edited, setEdited] = useState<ReadonlySet<string>>(new Set());
  const running = useRef(false);
  const latest = useRef(values);

  /** One handler may set several fields; each must build on the one before. */
  function keep(next: z.input<S>): void {
    latest.current = next;
    setValues(next);
  }

  const idOf = (name: string) => `${prefix}${name}`;

  function check(next: z.input<S>): Issues {
    const result = options.schema.safeParse(next);
    return result.success ? {} : issuesOfSchema(result.error.issues);
  }

  /** A field is validated on change only after it was left or rejected, not during the first input. */
  function validateField(name: string, next: z.input<S>): void {
    const found = check(next);
    setIssues((known) => revalidate(known, found, name, left));
  }

  function set<K extends FieldName<S>>(name: K, value: z.input<S>[K]): void {
    const next = { ...latest.current, [name]: value };
    keep(next);
    setEdited((known) => new Set(known).add(name));
    if (left.has(name) || issueOfField(issues, name)) validateField(name, next);
  }

  function focusFirst(found: Issues): void {
    requestAnimationFrame(() => {
      const invalid = ref.current?.querySelector<HTMLElement>('[aria-invalid="true"]');
      if (invalid) invalid.focus();
      else if (Object.keys(found).length > 0)
        ref.current?.querySelector<HTMLElement>('[role="alert"]')?.focus();
    });
  }

  function show(found: Issues): void {
    setIssues(found);
    setLeft(new Set(Object.keys(values)));
    focusFirst(found);
  }

  async function submit(): Promise<boolean> {
    if (running.current) return false;
    const result = options.schema.safeParse(latest.current);
    if (!result.success) {
      show(issuesOfSchema(result.error.issues));
      return false;
    }
    setIssues({});
    running.current = true;
    setPending(true);
    try {
      await options.submit(result.data);
      setEdited(new Set());
      return true;
    } catch (error) {
      if (!(error instanceof CallFailure)) throw error;
      const { fields } = error.data;
      if (fields) {
        error.shown = true;
        show(issuesOfServer(fields));
      }
      return false;
    } finally {
      running.current = false;
      setPending(false);
    }
  }

  return {
    values,
    set,
    issues,
    issue: (name) => issueOfField(issues, name),
    control(name) {
      const issue = issueOfField(issues, name);
      return {
        id: idOf(name),
        name,
        value: values[name],
        onChange: (value) => set(name, value),
        onBlur() {
          if (!edited.has(name)) return;
          setLeft((known) => new Set(known).add(name));
          validateField(name, latest.current);
        },
        invalid: issue !== undefined,
        required: !isOptional(options.schema, name),
        describedBy: issue ? `${idOf(name)}-issue` : undefined,
        maxLength: textLimit(options.schema, name),
      };
    },
    pending,
    dirty: edited.size > 0,
    formProps: {
      ref,
      noValidate: true,
      onSubmit(event) {
        event.preventDefault();
        void submit();
      },
    },
    submit,
    reset(next = options.initial) {
      keep(next);
      setIssues({});
      setLeft(new Set());
      setEdited(new Set());
    },
    refuse(name, issue) {
      show({ ...issues, [name]: issue });
    },
  };
}
