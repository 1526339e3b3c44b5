import { settingCalls } from '@airloom/contract/configuration/configuration.calls';
import type { Setting } from '@airloom/contract/configuration/configuration.model';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../../shared/api/use-call.ts';
import { LEVEL_KEYS } from '../../../shared/configuration/configuration-names.ts';
import { DraftBar } from '../../../shared/configuration/DraftBar.tsx';
import { valueWords } from '../../../shared/configuration/difference-words.ts';
import { useWording } from '../../../shared/configuration/use-wording.ts';
import { CellOpen } from '../../../shared/table/CellLink.tsx';
import { type Column, DataTable } from '../../../shared/table/DataTable.tsx';
import { useTable } from '../../../shared/table/use-table.ts';
import type { Action } from '../../../shared/ui/actions/action.ts';
import { EmptyState } from '../../../shared/ui/feedback/EmptyState.tsx';
import { PageHeader } from '../../../shared/ui/layout/PageHeader.tsx';
import { TimeAgo } from '../../../shared/ui/Times.tsx';
import { valueIn } from '../settings/switch-setting.ts';
import { useSaving } from '../settings/use-saving.ts';

const ProfileDrawer = lazy(async () => ({ default: (await import('./ProfileDrawer.tsx')).ProfileDrawer }));

const of = (row: Setting) => valueIn(row, 'portProfile');

function useColumns(open: (row: Setting) => void): readonly Column<Setting>[] {
  const { t } = useTranslation();
  const wording = useWording();
  return [
    {
      key: 'name',
      title: 'configuration.field.profileName',
      sort: 'name',
      render: (row) => <CellOpen onOpen={() => open(row)}>{of(row)?.name}</CellOpen>,
    },
    {
      key: 'place',
      title: 'switches.profile.place',
      render: ({ place }) => `${t(LEVEL_KEYS[place.level])}: ${place.name}`,
    },
    {
      key: 'vlan',
      title: 'configuration.field.vlan',
      render(row) {
        const { mode, vlan, allowedVlans } = of(row) ?? {};
        return [
          mode === undefined ? '' : valueWords('switch.ports.x.mode', mode, wording),
          vlan ?? '',
          allowedVlans?.join(', ') ?? '',
        ]
          .filter((part) => part !== '')
          .join(' · ');
      },
    },
    {
      key: 'models',
      title: 'switches.profile.models',
      render: (row) =>
        of(row)
          ?.models.map(({ model, ports }) => `${model}: ${ports}`)
          .join('; '),
    },
    {
      key: 'updatedAt',
      title: 'switches.profile.updatedAt',
      sort: 'updatedAt',
      render: (row) => <TimeAgo at={row.updatedAt} />,
    },
  ];
}

/** Named settings for switch ports, chosen for single ports or applied to the ports of a model. */
export default function PortProfilesPage() {
  const { t } = useTranslation();
  const [editing, setEditing] = useState<Setting | 'new' | null>(null);
  const { review, dialog, blocked } = useSaving('portProfile');
  const columns = useColumns((row) => setEditing(row));
  const table = useTable();
  const query = useCall(
    settingCalls.listSettings,
    { ...table.input, kind: 'portProfile' },
    { keepPrevious: true },
  );
  const create: Action = {
    id: 'newPortProfile',
    label: t('switches.profile.new'),
    icon: 'plus',
    primary: true,
    blocked,
    run: () => setEditing('new'),
  };
  return (
    <>
      <PageHeader title={t('nav.portProfiles')} lead={t('switches.profile.lead')} actions={[create]} />
      <DraftBar />
      <DataTable
        name="portProfiles"
        label={t('nav.portProfiles')}
        table={table}
        query={query}
        columns={columns}
        rowKey={(row) => row.settingUUID}
        rowName={(row) => valueIn(row, 'portProfile')?.name ?? ''}
        rowActions={(row): Action[] => [
          {
            id: 'editPortProfile',
            frequent: true,
            label: t('switches.action.edit'),
            icon: 'edit',
            blocked,
            run: () => setEditing(row),
          },
          {
            id: 'deletePortProfile',
            label: t('switches.action.delete'),
            icon: 'delete',
            danger: true,
            blocked,
            run: () => review({ ...row.edit, baseVersion: row.version, value: null }),
          },
        ]}
        onOpen={(row: Setting) => setEditing(row)}
        empty={
          <EmptyState
            icon="switch"
            title={t('switches.profile.empty')}
            text={t('switches.profile.emptyText')}
            action={create}
          />
        }
      />
      {editing !== null && (
        <Suspense>
          <ProfileDrawer setting={editing === 'new' ? null : editing} onClose={() => setEditing(null)} />
        </Suspense>
      )}
      {dialog}
    </>
  );
}
