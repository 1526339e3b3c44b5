import { accountCalls } from '@airloom/contract/accounts/accounts.calls';
import {
  OBJECT_KINDS,
  type OperationLogRow,
  objectKind,
} from '@airloom/contract/accounts/operation-log.model';
import { kindText, objectsText, operationText } from '@airloom/contract/accounts/operation-log.text';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall, useCommand } from '../../../shared/api/use-call.ts';
import { ChoiceFilter, ExportMenu, LinkedFilter, TimeFilter } from '../../../shared/logs/LogFilters.tsx';
import { momentIn } from '../../../shared/logs/local-time.ts';
import { usePlace } from '../../../shared/session/use-place.ts';
import { CellOpen } from '../../../shared/table/CellLink.tsx';
import { Clipped } from '../../../shared/table/Clipped.tsx';
import { type Column, DataTable } from '../../../shared/table/DataTable.tsx';
import { useTable } from '../../../shared/table/use-table.ts';
import { EmptyState } from '../../../shared/ui/feedback/EmptyState.tsx';
import { saveFrom } from '../../../shared/ui/save-file.ts';
import { DateTime } from '../../../shared/ui/Times.tsx';
import { useTextOf } from '../operation-texts.ts';
import { OperationDrawer } from './OperationDrawer.tsx';

const FILTERS = ['kind', 'object', 'from', 'to'] as const;

/** The operation log: own operations, and those about sites within reach. */
export function OperationsTab() {
  const { t } = useTranslation();
  const textOf = useTextOf();
  const table = useTable({ filters: FILTERS });
  const place = usePlace();
  const [opened, setOpened] = useState<OperationLogRow | null>(null);
  const filters = {
    kind: objectKind.safeParse(table.filter('kind')).data,
    object: table.filter('object'),
    ...place,
    from: momentIn(table.filter('from')),
    to: momentIn(table.filter('to')),
  };
  const query = useCall(accountCalls.listOperations, { ...table.input, ...filters }, { keepPrevious: true });
  const exporting = useCommand(accountCalls.exportOperations, {
    onDone: ({ url }, { format }) => saveFrom(url, `operation_log.${format}`),
  });
  const columns: readonly Column<OperationLogRow>[] = [
    { key: 'at', title: 'logs.at', sort: 'at', render: (row) => <DateTime at={row.at} /> },
    { key: 'person', title: 'logs.person', render: (row) => <Clipped text={row.userName} /> },
    {
      key: 'call',
      title: 'logs.call',
      render: (row) => <CellOpen onOpen={() => setOpened(row)}>{operationText(row, textOf)}</CellOpen>,
    },
    { key: 'target', title: 'logs.target', render: (row) => <Clipped text={objectsText(row, textOf)} /> },
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
            <LinkedFilter table={table} name="object" label={t('operation-log.oneObject')} />
            <ChoiceFilter
              table={table}
              name="kind"
              label={t('operation-log.kindLabel')}
              any={t('operation-log.anyKind')}
              choices={OBJECT_KINDS.map((kind) => ({ value: kind, label: kindText(kind, textOf) }))}
            />
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
