import { bigScreenCalls } from '@airloom/contract/big-screen/big-screen.calls';
import type { ScreenLink } from '@airloom/contract/big-screen/big-screen.model';
import { lazy, Suspense, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ignoreCallFailure } from '../../../shared/api/ignore-call-failure.ts';
import { useCall, useCommand } from '../../../shared/api/use-call.ts';
import { Clipped } from '../../../shared/table/Clipped.tsx';
import { type Column, Grid } from '../../../shared/table/Grid.tsx';
import '../../../shared/table/table.css';
import type { Action } from '../../../shared/ui/actions/action.ts';
import { confirm } from '../../../shared/ui/feedback/confirm.ts';
import { EmptyState } from '../../../shared/ui/feedback/EmptyState.tsx';
import { FailedState } from '../../../shared/ui/feedback/FailedState.tsx';
import { Skeleton } from '../../../shared/ui/feedback/Skeleton.tsx';
import { toast } from '../../../shared/ui/feedback/toast.ts';
import { PageHeader } from '../../../shared/ui/layout/PageHeader.tsx';
import { StatusDot, type Tone } from '../../../shared/ui/StatusDot.tsx';
import { DateTime, TimeAgo } from '../../../shared/ui/Times.tsx';
import '../components/screen-links.css';

const ScreenLinkDrawer = lazy(() => import('../components/ScreenLinkDrawer.tsx'));
const ScreenLinkAddress = lazy(() => import('../components/ScreenLinkAddress.tsx'));

const REFRESH = [bigScreenCalls.listScreenLinks];
/** Displays connect and disconnect without a live message. */
const AGAIN_MS = 15_000;

const STATE_TONES: Readonly<Record<ScreenLink['state'], Tone>> = {
  active: 'ok',
  suspended: 'warn',
  expired: 'offline',
};

function useColumns(): readonly Column<ScreenLink>[] {
  const { t } = useTranslation();
  return useMemo(
    (): readonly Column<ScreenLink>[] => [
      { key: 'name', title: 'big-screen.links.column.name', render: ({ name }) => <Clipped text={name} /> },
      {
        key: 'place',
        title: 'big-screen.links.column.place',
        render: ({ placeName, siteUUID, enterpriseUUID }) =>
          siteUUID === null && enterpriseUUID === null ? (
            t('big-screen.links.everything')
          ) : (
            <Clipped text={placeName || t('big-screen.nothing')} />
          ),
      },
      {
        key: 'state',
        title: 'big-screen.links.column.state',
        render: ({ state, displays }) => (
          <span
            className="screen-links-state"
            title={state === 'suspended' ? t('big-screen.links.suspendedWhy') : undefined}
          >
            <StatusDot tone={STATE_TONES[state]}>{t(`big-screen.links.state.${state}`)}</StatusDot>
            {displays > 0 && <small>{t('big-screen.links.displays', { count: displays })}</small>}
          </span>
        ),
      },
      {
        key: 'addresses',
        title: 'big-screen.links.column.addresses',
        render: ({ addresses }) =>
          addresses.length === 0 ? t('big-screen.links.anywhere') : <Clipped text={addresses.join(', ')} />,
      },
      {
        key: 'expiresAt',
        title: 'big-screen.links.column.expiresAt',
        render: ({ expiresAt }) => <DateTime at={expiresAt} />,
      },
      {
        key: 'lastUsed',
        title: 'big-screen.links.column.lastUsed',
        render: ({ lastUsedAt, lastAddress }) =>
          lastUsedAt === null ? (
            t('big-screen.links.never')
          ) : (
            <span className="screen-links-state">
              <TimeAgo at={lastUsedAt} />
              <small>{lastAddress}</small>
            </span>
          ),
      },
      {
        key: 'createdBy',
        title: 'big-screen.links.column.createdBy',
        render: ({ createdBy }) => <Clipped text={createdBy} />,
      },
    ],
    [t],
  );
}

/** Links that open the big screen without a sign-in. */
export default function ScreenLinksPage() {
  const { t } = useTranslation();
  const query = useCall(bigScreenCalls.listScreenLinks, {}, { every: AGAIN_MS });
  const revoking = useCommand(bigScreenCalls.revokeScreenLink, { refresh: REFRESH });
  const [isCreating, setCreating] = useState(false);
  const [created, setCreated] = useState<{ name: string; url: string } | null>(null);
  const columns = useColumns();

  async function revoke({ linkUUID, name }: ScreenLink): Promise<void> {
    const sure = await confirm({
      title: t('big-screen.links.revokeTitle', { name }),
      text: t('big-screen.links.revokeText'),
      action: t('big-screen.links.revoke'),
      danger: true,
    });
    if (!sure) return;
    await revoking.run({ linkUUID });
    toast.success(t('big-screen.links.revoked'));
  }

  const create: Action = {
    id: 'createScreenLink',
    label: t('big-screen.links.create'),
    icon: 'plus',
    primary: true,
    needs: 'statistics:operate',
    run: () => setCreating(true),
  };
  const isEmpty = query.data?.length === 0;
  return (
    <>
      <PageHeader
        title={t('nav.screenLinks')}
        lead={t('big-screen.links.lead')}
        actions={isEmpty ? [] : [create]}
      />
      <div className="card">
        {query.error && !query.data && <FailedState error={query.error} retry={() => void query.refetch()} />}
        {query.isPending && <Skeleton rows={3} />}
        {isEmpty && <EmptyState icon="wall" title={t('big-screen.links.empty')} action={create} />}
        {query.data && !isEmpty && (
          <Grid
            label={t('nav.screenLinks')}
            rows={query.data}
            columns={columns}
            rowKey={(link) => link.linkUUID}
            rowName={(link) => link.name}
            rowActions={(link) => [
              {
                id: 'revokeScreenLink',
                label: t('big-screen.links.revoke'),
                icon: 'delete',
                danger: true,
                needs: 'statistics:operate',
                run: () => void ignoreCallFailure(revoke(link)),
              },
            ]}
            sort={undefined}
            onSort={() => undefined}
            stale={false}
          />
        )}
      </div>
      <Suspense>
        {isCreating && <ScreenLinkDrawer onClose={() => setCreating(false)} onCreated={setCreated} />}
        {created && <ScreenLinkAddress {...created} onDone={() => setCreated(null)} />}
      </Suspense>
    </>
  );
}
