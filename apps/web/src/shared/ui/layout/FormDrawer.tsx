import { Button } from 'antd';
import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { type FieldDef, SchemaForm } from '../../form/SchemaForm.tsx';
import type { SchemaForm as Form, FormSchema } from '../../form/use-schema-form.ts';
import { confirm } from '../feedback/confirm.ts';
import { DialogActions } from './DialogActions.tsx';
import { SideDrawer } from './SideDrawer.tsx';

interface FormDrawerProps<S extends FormSchema> {
  open: boolean;
  title: string;
  form: Form<S>;
  fields: readonly FieldDef<S>[];
  /** The verb on the button; “Save” by default. */
  action?: string;
  wide?: boolean;
  danger?: boolean;
  /** It cannot be submitted yet. */
  disabled?: boolean;
  onClose(): void;
  /** Stands above the fields. */
  children?: ReactNode;
  /** Stands below the fields. */
  after?: ReactNode;
}

/** A dialog is a drawer and a form. It closes itself once the form is submitted. */
export function FormDrawer<S extends FormSchema>(props: FormDrawerProps<S>) {
  const {
    open,
    title,
    form,
    fields,
    action,
    wide,
    danger = false,
    disabled = false,
    onClose,
    children,
    after,
  } = props;
  const { t } = useTranslation();
  const formId = useId();

  async function askToClose(): Promise<void> {
    const leave = await confirm({
      title: t('ui.form.discardTitle'),
      text: t('ui.form.discardText'),
      action: t('ui.form.discard'),
    });
    if (leave) onClose();
  }

  function close(): boolean {
    if (form.dirty) void askToClose();
    else onClose();
    return !form.dirty;
  }

  async function save(): Promise<void> {
    if (await form.submit()) onClose();
  }

  const submitting: Form<S> = {
    ...form,
    formProps: {
      ...form.formProps,
      onSubmit(event) {
        event.preventDefault();
        void save();
      },
    },
  };

  return (
    <SideDrawer
      open={open}
      title={title}
      wide={wide}
      onClose={close}
      onShown={() => {
        // A drawer takes the focus once it is there, after the field that asked for it.
        form.formProps.ref.current?.querySelector<HTMLElement>('[data-takes-focus]')?.focus();
      }}
      footer={
        <DialogActions onCancel={() => void close()}>
          <Button
            type="primary"
            danger={danger}
            disabled={disabled}
            htmlType="submit"
            form={formId}
            loading={form.pending}
          >
            {action ?? t('ui.save')}
          </Button>
        </DialogActions>
      }
    >
      {children}
      <SchemaForm id={formId} form={submitting} fields={fields} columns={wide ? 2 : 1} />
      {after}
    </SideDrawer>
  );
}
