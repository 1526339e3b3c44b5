import { accountCalls } from '@airloom/contract/accounts/accounts.calls';
import type { OperationLogRow } from '@airloom/contract/accounts/accounts.model';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall, useCommand } from '../../../shared/api/use-call.ts';
import { isMessageKey } from '../../../shared/i18n/is-message-key.ts';
import { ExportMenu, TimeFilter } from '../../../shared/logs/LogFilters.tsx';
import { momentIn } from '../../../shared/logs/local-time.ts';
import { CellOpen } from '../../../shared/table/CellLink.tsx';
import { Clipped } from '../../../shared/table/Clipped.tsx';
import { type Column, DataTable } from '../../../shared/table/DataTable.tsx';
import { useTable } from '../../../shared/table/use-table.ts';
import { EmptyState } from '../../../shared/ui/feedback/EmptyState.tsx';
import { DetailDrawer } from '../../../shared/ui/layout/DetailDrawer.tsx';
import { saveFrom } from '../../../shared/ui/save-file.ts';
import { DateTime } from '../../../shared/ui/Times.tsx';

const FILTERS = ['from', 'to'] as const;

function Values({ title, value }: { title: string; value: OperationLogRow['before'] }) {
  if (value === null) return null;
  return (
    <section className="detail-section">
      <h2>{title}</h2>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- long values must scroll by keyboard too */}
      <pre className="logs-json" tabIndex={0}>
        {JSON.stringify(value, null, 2)}
      </pre>
    </section>
  );
}

/** The operation, translated; operations unknown to this version keep their stored name. */
function useOperationName(): (row: OperationLogRow) => string {
  const { t } = useTranslation();
  return ({ call }) => {
    const key = `operations.${call}`;
    return isMessageKey(key) ? t(key) : call;
  };
}

function OperationDrawer({ row, onClose }: { row: OperationLogRow; onClose(): void }) {
  const { t } = useTranslation();
  const nameOf = useOperationName();
  return (
    <DetailDrawer
      title={nameOf(row)}
      facts={[
        { label: 'logs.at', value: <DateTime at={row.at} /> },
        { label: 'logs.person', value: row.userName },
        { label: 'logs.target', value: row.target },
        { label: 'logs.address', value: row.address && <code>{row.address}</code> },
      ]}
      onClose={onClose}
    >
      <Values title={t('logs.before')} value={row.before} />
      <Values title={t('logs.after')} value={row.after} />
    </DetailDrawer>
  );
}

/** The operation log. People who see less than the whole account see only their own operations. */
export function OperationsTab() {
  const { t } = useTranslation();
  const nameOf = useOperationName();
  const table = useTable({ filters: FILTERS });
  const [opened, setOpened] = useState<OperationLogRow | null>(null);
  const filters = { from: momentIn(table.filter('from')), to: momentIn(table.filter('to')) };
  const query = useCall(accountCalls.listOperations, { ...table.input, ...filters }, { keepPrevious: true });
  const exporting = useCommand(accountCalls.exportOperations, {
    onDone: ({ url }, { format }) => saveFrom(url, `operation-log.${format}`),
  });
  const columns: readonly Column<OperationLogRow>[] = [
    { key: 'at', title: 'logs.at', sort: 'at', render: (row) => <DateTime at={row.at} /> },
    { key: 'person', title: 'logs.person', render: (row) => <Clipped text={row.userName} /> },
    {
      key: 'call',
      title: 'logs.call',
      render: (row) => <CellOpen onOpen={() => setOpened(row)}>{nameOf(row)}</CellOpen>,
    },
    { key: 'target', title: 'logs.target', render: (row) => <Clipped text={row.target} /> },
    { key: 'address', title: 'logs.address', render: (row) => row.address && <code>{row.address}</code> },
  ];
  return (
    <>
      <DataTable
        name="operations"
        label={t('logs.operation')}
        table={table}
        query={query}
        columns={columns}
        rowKey={(row) => row.operationUUID}
        onOpen={(row) => setOpened(row)}
        filters={
          <>
            <TimeFilter table={table} />
            <ExportMenu
              pending={exporting.pending}
              choose={(format) => exporting.start({ ...filters, search: table.search, format })}
            />
          </>
        }
        empty={<EmptyState icon="log" title={t('logs.empty')} />}
      />
      {opened && <OperationDrawer row={opened} onClose={() => setOpened(null)} />}
    </>
  );
}
