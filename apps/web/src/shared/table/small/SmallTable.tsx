import { YUYAN } from '@airloom/contract/languages';
import { type ReactNode, useMemo, useState } from 'react';
import { useLanguageStore } from '../../i18n/i18n.ts';
import { Filters } from '../Filters.tsx';
import { type Column, Grid } from '../Grid.tsx';
import { NoMatch } from '../NoMatch.tsx';
import { Pager } from '../Pager.tsx';
import { SearchBox } from '../SearchBox.tsx';
import '../table.css';
import { sortRows } from './sort-rows.ts';

export interface SmallColumn<Row> extends Column<Row> {
  /** Makes the column sortable. A column without any value is hidden. */
  value?(row: Row): string | number | null;
}

interface SmallTableProps<Row> {
  label: string;
  rows: readonly Row[];
  columns: readonly SmallColumn<Row>[];
  rowKey(row: Row): string;
  empty: ReactNode;
  /** Searchable text of a row; without it there is no search. */
  searchText?(row: Row): string;
}

const SIZE = 50;
/** So many rows are neither searched nor sorted on a phone. */
const FEW = 5;

/** A table that is searched, sorted and paged in the browser. */
export function SmallTable<Row>({ label, rows, columns, rowKey, empty, searchText }: SmallTableProps<Row>) {
  const language = useLanguageStore((state) => state.language);
  const [search, setSearch] = useState('');
  const [sort, setSort] = useState<string | undefined>();
  const [page, setPage] = useState(1);
  const [size, setSize] = useState(SIZE);
  const collator = useMemo(() => new Intl.Collator(YUYAN[language], { numeric: true }), [language]);
  const wanted = search.trim().toLowerCase();
  const found =
    searchText && wanted !== '' ? rows.filter((row) => searchText(row).toLowerCase().includes(wanted)) : rows;
  const sorted = sortRows(
    found,
    sort,
    (row, field) => columns.find(({ key }) => key === field)?.value?.(row) ?? null,
    collator,
  );
  const visibleColumns = columns.filter(
    ({ value }) => !value || rows.some((row) => value(row) !== null && value(row) !== ''),
  );
  const drawn = visibleColumns.map((column) => (column.value ? { ...column, sort: column.key } : column));
  const first = Math.min(page - 1, Math.max(0, Math.ceil(sorted.length / size) - 1)) * size;

  if (rows.length === 0) return <div className="card">{empty}</div>;
  return (
    <div className="table device-table">
      {rows.length > FEW && (
        <div className="table-bar">
          {searchText && (
            <SearchBox
              value={search}
              onChange={(typed) => {
                setSearch(typed);
                setPage(1);
              }}
            />
          )}
          <Filters used={0} sorting={{ columns: drawn, sort, onSort: setSort }} />
        </div>
      )}
      <div className="card">
        {found.length === 0 ? (
          <NoMatch clear={() => setSearch('')} />
        ) : (
          <Grid
            label={label}
            rows={sorted.slice(first, first + size)}
            columns={drawn}
            rowKey={rowKey}
            sort={sort}
            onSort={setSort}
            stale={false}
          />
        )}
        {found.length > size && (
          <Pager
            label={label}
            page={first / size + 1}
            size={size}
            total={found.length}
            onChange={(changes) => {
              setPage(changes.page ?? 1);
              if (changes.size !== undefined) setSize(changes.size);
            }}
          />
        )}
      </div>
    </div>
  );
}
