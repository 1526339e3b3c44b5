import type { DraftPlace } from '@airloom/contract/configuration/configuration.calls';
import type { SettingEdit } from '@airloom/contract/configuration/edits';
import { Button, ConfigProvider } from 'antd';
import { useTranslation } from 'react-i18next';
import { DraftButton } from '../../../shared/configuration/DraftButton.tsx';
import type { FormSchema, SchemaForm } from '../../../shared/form/use-schema-form.ts';
import { ActionButton } from '../../../shared/ui/actions/ActionButton.tsx';
import { Icon } from '../../../shared/ui/Icon.tsx';
import { CONFLICT_ID } from './ConflictNotice.tsx';

function showConflict(): void {
  const notice = document.getElementById(CONFLICT_ID);
  notice?.scrollIntoView({ block: 'center' });
  notice?.focus({ preventScroll: true });
}

interface FormActionsProps<S extends FormSchema> {
  form: SchemaForm<S>;
  /** Null while the form is not valid. */
  edit: SettingEdit | null;
  /** Whose draft it can be added to; null while it is not known. */
  place: DraftPlace | null;
  blocked: string | undefined;
  /** Another person saved the setting meanwhile: that is decided before anything is saved. */
  conflict: boolean;
  /** There is nothing to save. */
  unchanged: boolean;
  onAdded(): void;
  onCancel?(): void;
}

/** Save opens the review; beside it the same edit can be added to a draft. */
export function FormActions<S extends FormSchema>({
  form,
  edit,
  place,
  blocked,
  conflict,
  unchanged,
  onAdded,
  onCancel,
}: FormActionsProps<S>) {
  const { t } = useTranslation();
  const save = { id: 'saveSetting', label: t('ui.save'), primary: true, blocked };
  return (
    <ConfigProvider componentDisabled={false}>
      {conflict ? (
        <Button type="primary" onClick={showConflict}>
          {t('wireless.conflict.resolve')}
        </Button>
      ) : blocked === undefined ? (
        <>
          <Button type="primary" htmlType="submit" loading={form.pending} disabled={unchanged}>
            {save.label}
          </Button>
          {edit === null || place === null || unchanged ? (
            <Button
              icon={<Icon name="add" />}
              disabled={unchanged || place === null}
              onClick={() => void form.submit()}
            >
              {t('wireless.addToDraft')}
            </Button>
          ) : (
            <DraftButton place={place} edits={[edit]} onAdded={onAdded} />
          )}
        </>
      ) : (
        <ActionButton action={{ ...save, run: () => undefined }} />
      )}
      {onCancel && <Button onClick={onCancel}>{t('ui.cancel')}</Button>}
    </ConfigProvider>
  );
}
