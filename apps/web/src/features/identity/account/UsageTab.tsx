import { accountCalls } from '@airloom/contract/accounts/accounts.calls';
import type { Usage } from '@airloom/contract/accounts/usage.model';
import { QUOTA_NEAR, QUOTAS } from '@airloom/contract/quotas';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../../shared/api/use-call.ts';
import { useFormat } from '../../../shared/i18n/use-format.ts';
import { FailedState } from '../../../shared/ui/feedback/FailedState.tsx';
import { Skeleton } from '../../../shared/ui/feedback/Skeleton.tsx';
import { ProgressBar } from '../../../shared/ui/ProgressBar.tsx';
import { SettingRow, SettingsCard } from './SettingsCard.tsx';

function UsageRow({ usage: { quota, used, limit } }: { usage: Usage }) {
  const { t } = useTranslation();
  const format = useFormat();
  const name = t(`usage.name.${quota}`);
  const full = used >= limit;
  const near = !full && used >= limit * QUOTA_NEAR;
  const tone = full ? 'error' : near ? 'warn' : 'ok';
  const { advice } = QUOTAS[quota];
  const state = full ? t('usage.full') : t('usage.near');
  return (
    <SettingRow
      name={name}
      value={
        <ProgressBar label={name} total={limit} parts={[{ tone, count: used }]}>
          {t('usage.of', { used: format.number(Math.ceil(used)), limit: format.number(limit) })}
        </ProgressBar>
      }
      note={(full || near) && `${state} ${t(`usage.advice.${advice}`)}`}
    />
  );
}

/** Usage of each quota by the account, with advice where it is nearly full. */
export function UsageTab() {
  const { t } = useTranslation();
  const usage = useCall(accountCalls.getUsage, {});
  return (
    <SettingsCard title={t('usage.title')} lead={t('usage.lead')}>
      {usage.error && <FailedState error={usage.error} retry={() => void usage.refetch()} />}
      {usage.isPending && (
        <div className="account-card-body">
          <Skeleton rows={6} height={40} />
        </div>
      )}
      {usage.data?.map((one) => (
        <UsageRow key={one.quota} usage={one} />
      ))}
    </SettingsCard>
  );
}
