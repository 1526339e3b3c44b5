import { viewCalls } from '@airloom/contract/views/views.calls';
import type { SavedView } from '@airloom/contract/views/views.model';
import { viewInput } from '@airloom/contract/views/views.rules';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { ignoreCallFailure } from '../../api/ignore-call-failure.ts';
import { useCall, useCommand } from '../../api/use-call.ts';
import { SchemaForm } from '../../form/SchemaForm.tsx';
import { textInput } from '../../form/text-inputs.tsx';
import { useSchemaForm } from '../../form/use-schema-form.ts';
import { IconButton } from '../../ui/actions/IconButton.tsx';
import { FailedState } from '../../ui/feedback/FailedState.tsx';
import { toast } from '../../ui/feedback/toast.ts';
import { undoToast } from '../../ui/feedback/undo-toast.ts';

const REFRESH = [viewCalls.listSavedViews];
const NAME = viewInput.pick({ name: true });

export interface SavedViewsProps {
  table: string;
  /** How the table looks now. */
  query: string;
  onOpen(view: SavedView): void;
}

export function SavedViewList({ table, query, onOpen, close }: SavedViewsProps & { close(): void }) {
  const { t } = useTranslation();
  const views = useCall(viewCalls.listSavedViews, { table });
  const save = useCommand(viewCalls.saveView, { refresh: REFRESH });
  const forget = useCommand(viewCalls.deleteView, { refresh: REFRESH });
  async function remove({ viewUUID, name, query: kept }: SavedView): Promise<void> {
    await forget.run({ viewUUID });
    void undoToast({
      text: t('ui.table.viewDeleted', { name }),
      label: t('organizations.undo'),
      undo: () => void ignoreCallFailure(save.run({ table, name, query: kept })),
    });
  }

  const form = useSchemaForm({
    schema: NAME,
    initial: { name: '' },
    async submit({ name }) {
      await save.run({ table, name, query });
      toast.success(t('ui.table.viewSaved', { name }));
      close();
    },
  });
  return (
    <div className="table-views">
      {views.error && <FailedState error={views.error} retry={() => void views.refetch()} />}
      {views.data?.length === 0 && <p className="table-views-none">{t('ui.table.noViews')}</p>}
      {views.data && views.data.length > 0 && (
        <ul>
          {views.data.map((view) => (
            <li key={view.viewUUID} className="table-view">
              <button
                type="button"
                className="menu-item"
                onClick={() => {
                  close();
                  onOpen(view);
                }}
              >
                <span className="menu-words">{view.name}</span>
              </button>
              <IconButton
                icon="delete"
                label={t('ui.table.deleteView', { name: view.name })}
                onClick={() => void ignoreCallFailure(remove(view))}
              />
            </li>
          ))}
        </ul>
      )}
      <SchemaForm
        form={form}
        fields={[{ name: 'name', label: 'ui.table.viewName', input: textInput({ autoComplete: 'off' }) }]}
      >
        <Button htmlType="submit" loading={form.pending}>
          {t('ui.table.saveView')}
        </Button>
      </SchemaForm>
    </div>
  );
}
