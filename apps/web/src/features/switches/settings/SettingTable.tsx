import type { Setting } from '@airloom/contract/configuration/configuration.model';
import type { DeviceDetail } from '@airloom/contract/devices/report.model';
import { type ComponentType, type ReactNode, useState } from 'react';
import { DraftBar } from '../../../shared/configuration/DraftBar.tsx';
import { type Column, Grid } from '../../../shared/table/Grid.tsx';
import '../../../shared/table/table.css';
import { ActionButton } from '../../../shared/ui/actions/ActionButton.tsx';
import type { Action } from '../../../shared/ui/actions/action.ts';
import { EmptyState } from '../../../shared/ui/feedback/EmptyState.tsx';
import type { EntryDrawerProps } from './SettingForm.tsx';
import './settings.css';

interface SettingTableProps<Row, Entry> {
  device: DeviceDetail;
  setting: Setting | null;
  label: string;
  lead: string;
  /** Title of the table without rows. */
  empty: string;
  create: { readonly id: string; readonly label: string };
  blocked: string | undefined;
  rows: readonly Row[];
  columns: readonly Column<Row>[];
  rowKey(row: Row): string;
  rowName(row: Row): string;
  rowActions(row: Row, edit: (entry: Entry) => void): readonly Action[];
  drawer: ComponentType<EntryDrawerProps<Entry>>;
  dialog: ReactNode;
}

/** Entries of a setting of a switch, such as its VLANs, with a form for new and present ones. */
export function SettingTable<Row, Entry>(props: SettingTableProps<Row, Entry>) {
  const { device, setting, lead, create, blocked, rows, rowActions, drawer: Drawer } = props;
  const [editing, setEditing] = useState<{ readonly entry: Entry | null } | null>(null);
  const action: Action = {
    ...create,
    icon: 'plus',
    primary: true,
    blocked,
    run: () => setEditing({ entry: null }),
  };
  return (
    <>
      <DraftBar at={device.siteUUID ?? undefined} />
      {rows.length === 0 ? (
        <EmptyState icon="switch" title={props.empty} text={lead} action={action} />
      ) : (
        <>
          <div className="switch-bar">
            <p>{lead}</p>
            <ActionButton action={action} />
          </div>
          <div className="card">
            <Grid
              label={props.label}
              rows={rows}
              columns={props.columns}
              rowKey={props.rowKey}
              rowName={props.rowName}
              rowActions={(row) => rowActions(row, (entry) => setEditing({ entry }))}
              sort={undefined}
              onSort={() => undefined}
              stale={false}
            />
          </div>
        </>
      )}
      {editing !== null && (
        <Drawer device={device} entry={editing.entry} setting={setting} onClose={() => setEditing(null)} />
      )}
      {props.dialog}
    </>
  );
}
