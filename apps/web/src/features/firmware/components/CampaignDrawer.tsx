import { firmwareCalls } from '@airloom/contract/firmware/firmware.calls';
import type { CampaignDetail } from '@airloom/contract/firmware/firmware.model';
import { type UpgradeState as State, UPGRADE_STATES } from '@airloom/contract/firmware/firmware.states';
import { Select } from 'antd';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useCall } from '../../../shared/api/use-call.ts';
import { devicePage } from '../../../shared/devices/device-page.ts';
import { UPGRADE_STATE_KEYS, UpgradeState, useUpgradeReason } from '../../../shared/devices/UpgradeState.tsx';
import { useUnits } from '../../../shared/i18n/use-units.ts';
import { StartGroups } from '../../../shared/rollout/StartGroups.tsx';
import { useLocalStartText, useNextStart } from '../../../shared/rollout/use-start-texts.ts';
import { Pager } from '../../../shared/table/Pager.tsx';
import '../../../shared/table/table.css';
import { FailedState } from '../../../shared/ui/feedback/FailedState.tsx';
import { Skeleton } from '../../../shared/ui/feedback/Skeleton.tsx';
import { DetailDrawer } from '../../../shared/ui/layout/DetailDrawer.tsx';
import { StatusDot } from '../../../shared/ui/StatusDot.tsx';
import { DateTime } from '../../../shared/ui/Times.tsx';
import { CAMPAIGN_TONES, useCampaignStateNames } from '../firmware.queries.ts';
import { CampaignProgress } from './CampaignProgress.tsx';
import './firmware.css';
import { useCampaignActions } from './use-campaign-actions.ts';
import { WaveBar } from './WaveBar.tsx';

const CampaignDrawerForm = lazy(async () => ({
  default: (await import('./CampaignDrawerForm.tsx')).CampaignDrawerForm,
}));

const SIZE = 20;

function Devices({ campaign }: { campaign: CampaignDetail }) {
  const nextStart = useNextStart();
  const { t } = useTranslation();
  const reasonOf = useUpgradeReason();
  const [state, setState] = useState<State | undefined>();
  const [page, setPage] = useState(1);
  const { campaignUUID, waves } = campaign;
  const query = useCall(
    firmwareCalls.listUpgrades,
    { campaignUUID, state, page, size: SIZE },
    { keepPrevious: true },
  );
  if (query.error) return <FailedState error={query.error} retry={() => void query.refetch()} />;
  if (query.isPending) return <Skeleton rows={4} />;
  const { rows, total } = query.data;
  return (
    <section className="detail-section">
      <div className="firmware-bar">
        <h2>{t('firmware-pages.perDevice')}</h2>
        <Select<State>
          aria-label={t('firmware.column.state')}
          placeholder={t('firmware-pages.anyState')}
          allowClear
          className="firmware-filter"
          options={UPGRADE_STATES.map((value) => ({ value, label: t(UPGRADE_STATE_KEYS[value]) }))}
          value={state ?? null}
          onChange={(value: State | undefined) => {
            setState(value);
            setPage(1);
          }}
        />
      </div>
      {rows.length === 0 ? (
        <p className="firmware-quiet">{t('ui.table.noMatch')}</p>
      ) : (
        <ul className="firmware-lines">
          {rows.map((upgrade) => (
            <li key={upgrade.upgradeUUID}>
              <div className="firmware-line">
                <Link to={devicePage(upgrade.device)}>{upgrade.device.name}</Link>
                <span className="firmware-quiet">
                  {[
                    upgrade.siteName,
                    upgrade.fromVersion,
                    ...(waves.length > 1 ? [t('firmware-pages.wave.number', { number: upgrade.wave })] : []),
                    ...(upgrade.attempts > 1
                      ? [t('firmware-pages.attempt', { count: upgrade.attempts })]
                      : []),
                  ]
                    .filter(Boolean)
                    .join(' · ')}
                </span>
                <UpgradeState upgrade={upgrade} />
              </div>
              {upgrade.nextStart !== null && (
                <p className="firmware-quiet">{nextStart(upgrade.nextStart, campaign.localStart)}</p>
              )}
              {reasonOf(upgrade) !== '' && <p className="firmware-quiet">{reasonOf(upgrade)}</p>}
            </li>
          ))}
        </ul>
      )}
      {total > SIZE && (
        <Pager
          label={t('firmware-pages.perDevice')}
          page={page}
          size={SIZE}
          total={total}
          onChange={(changes) => setPage(changes.page ?? 1)}
        />
      )}
    </section>
  );
}

/** Progress and results of one campaign. */
export function CampaignDrawer({ campaignUUID, onClose }: { campaignUUID: string; onClose(): void }) {
  const { t } = useTranslation();
  const units = useUnits();
  const states = useCampaignStateNames();
  const [editing, setEditing] = useState(false);
  const actionsOf = useCampaignActions(() => setEditing(true));
  const localStartText = useLocalStartText();
  const { data: campaign, error, refetch } = useCall(firmwareCalls.viewCampaign, { campaignUUID });
  const stopped = {
    byPerson: t('firmware.stopReason.byPerson'),
    tooManyFailed: t('firmware.stopReason.tooManyFailed'),
    untrusted: t('firmware.stopReason.untrusted'),
  };
  return (
    <DetailDrawer
      wide
      title={campaign?.name ?? t('ui.loading')}
      actions={campaign ? actionsOf(campaign) : []}
      facts={
        campaign
          ? [
              {
                label: 'firmware.column.state',
                value: <StatusDot tone={CAMPAIGN_TONES[campaign.state]}>{states[campaign.state]}</StatusDot>,
              },
              {
                label: 'firmware.column.reason',
                value: campaign.stopReason === null ? null : stopped[campaign.stopReason],
              },
              { label: 'firmware-pages.version', value: campaign.version },
              { label: 'firmware-pages.models', value: campaign.models.join(', ') },
              {
                label: 'firmware-pages.campaign.start',
                value:
                  campaign.localStart !== null ? (
                    localStartText(campaign.localStart)
                  ) : campaign.startAt === null ? (
                    t('firmware-pages.campaign.atOnce')
                  ) : (
                    <DateTime at={campaign.startAt} />
                  ),
              },
              {
                label: 'firmware-pages.campaign.care',
                value: t('firmware-pages.campaign.careText', {
                  percent: units.percent(campaign.stopAtFailedPercent),
                  count: campaign.retries,
                }),
              },
              { label: 'firmware-pages.createdBy', value: campaign.createdBy },
              { label: 'rollout.editedBy', value: campaign.editedBy },
              { label: 'firmware-pages.createdAt', value: <DateTime at={campaign.createdAt} /> },
              {
                label: 'firmware.column.endedAt',
                value: campaign.endedAt && <DateTime at={campaign.endedAt} />,
              },
            ]
          : []
      }
      onClose={onClose}
    >
      {error && <FailedState error={error} retry={() => void refetch()} />}
      {!campaign && !error && <Skeleton rows={6} />}
      {campaign && (
        <>
          <WaveBar campaign={campaign} />
          <CampaignProgress campaign={campaign} />
          {campaign.starts.length > 0 && (
            <section className="detail-section">
              <h2>{t('rollout.preview.starts')}</h2>
              <StartGroups groups={campaign.starts} />
            </section>
          )}
          <Devices campaign={campaign} />
          {editing && (
            <Suspense>
              <CampaignDrawerForm campaign={campaign} onClose={() => setEditing(false)} />
            </Suspense>
          )}
        </>
      )}
    </DetailDrawer>
  );
}
