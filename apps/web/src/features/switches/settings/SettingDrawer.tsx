import type { SettingEdit } from '@airloom/contract/configuration/edits';
import { Button } from 'antd';
import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { DraftButton } from '../../../shared/configuration/DraftButton.tsx';
import { type FieldDef, SchemaForm } from '../../../shared/form/SchemaForm.tsx';
import type { SchemaForm as Form, FormSchema } from '../../../shared/form/use-schema-form.ts';
import { DialogActions } from '../../../shared/ui/layout/DialogActions.tsx';
import { SideDrawer } from '../../../shared/ui/layout/SideDrawer.tsx';

interface SettingDrawerProps<S extends FormSchema> {
  open: boolean;
  title: string;
  form: Form<S>;
  fields: readonly FieldDef<S>[];
  /** What would be added to the draft of the site; null while it cannot be. */
  draft: { readonly edit: SettingEdit; readonly siteUUID: string } | null;
  onClose(): void;
  /** Stands above the fields. */
  children?: ReactNode;
}

/** A form whose edit is reviewed, or added to the draft of the site. */
export function SettingDrawer<S extends FormSchema>({
  open,
  title,
  form,
  fields,
  draft,
  onClose,
  children,
}: SettingDrawerProps<S>) {
  const { t } = useTranslation();
  const id = useId();
  return (
    <SideDrawer
      open={open}
      title={title}
      onClose={onClose}
      footer={
        <DialogActions onCancel={onClose}>
          <Button type="primary" htmlType="submit" form={id} loading={form.pending}>
            {t('ui.save')}
          </Button>
          {draft !== null && (
            <DraftButton
              place={{ level: 'site', uuid: draft.siteUUID }}
              edits={[draft.edit]}
              onAdded={onClose}
            />
          )}
        </DialogActions>
      }
    >
      {children}
      <SchemaForm id={id} form={form} fields={fields} />
    </SideDrawer>
  );
}
