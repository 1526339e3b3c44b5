import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Column } from './grid/column.ts';
import { HeadCell } from './grid/HeadCell.tsx';
import { COLUMN_HEADER, ROW, ROW_GROUP } from './grid/table-roles.ts';

interface VirtualHeadProps<Row> {
  columns: readonly Column<Row>[];
  chooses: boolean;
  acts: boolean;
  sort: string | undefined;
  onSort(sort: string | undefined): void;
}

function VirtualHeadView<Row>({ columns, chooses, acts, sort, onSort }: VirtualHeadProps<Row>) {
  const { t } = useTranslation();
  return (
    <thead {...ROW_GROUP}>
      <tr {...ROW} aria-rowindex={1}>
        {chooses && (
          <th scope="col" {...COLUMN_HEADER} className="grid-narrow">
            <span className="visually-hidden">{t('ui.table.choice')}</span>
          </th>
        )}
        {columns.map((column) => (
          <HeadCell key={column.key} column={column} sort={sort} onSort={onSort} />
        ))}
        {acts && (
          <th scope="col" {...COLUMN_HEADER} className="grid-narrow">
            <span className="visually-hidden">{t('ui.table.actions')}</span>
          </th>
        )}
      </tr>
    </thead>
  );
}

/** The head stands still while the rows below it move. */
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- memo forgets the type of the rows
export const VirtualHead = memo(VirtualHeadView) as typeof VirtualHeadView;
