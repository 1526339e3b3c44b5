import { commandCalls } from '@airloom/contract/commands/commands.calls';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../shared/api/use-call.ts';
import { useOfferOrders } from '../../shared/devices/device-orders.ts';
import { useFormat } from '../../shared/i18n/use-format.ts';
import { Icon } from '../../shared/ui/Icon.tsx';
import { showBatch, useCommandStore } from './command-store.ts';
import './components/commands.css';
import { useCommandActions } from './components/use-command-actions.ts';

const BatchDrawer = lazy(async () => ({
  default: (await import('./components/BatchDrawer.tsx')).BatchDrawer,
}));
const LogDrawer = lazy(async () => ({ default: (await import('./components/LogDrawer.tsx')).LogDrawer }));
const OrderForm = lazy(async () => ({ default: (await import('./components/OrderForm.tsx')).OrderForm }));

/** Beyond this the exact number says no more. */
const COUNT_MAX = 99;

/** In the header: how many orders run or ended unseen. Orders given anywhere are prepared and shown here. */
export default function CommandCentre() {
  const { t } = useTranslation();
  const format = useFormat();
  const { prepared, batch, logOpen } = useCommandStore();
  const counts = useCall(commandCalls.getDeviceCftLogCount, {});
  useOfferOrders('orders', useCommandActions());
  const { sending = 0, unviewed = 0 } = counts.data ?? {};
  const total = sending + unviewed;
  const words = format.list([
    t('command-pages.running', { count: sending }),
    t('command-pages.endedUnseen', { count: unviewed }),
  ]);
  const label = total === 0 ? t('command-pages.title') : t('command-pages.tasks', { words });
  return (
    <>
      <button
        type="button"
        className="icon-button commands-tasks"
        aria-label={label}
        title={label}
        onClick={() => useCommandStore.setState({ logOpen: true })}
      >
        <Icon name="tasks" />
        {total > 0 && (
          <span className="commands-count" data-running={sending > 0}>
            {total > COUNT_MAX ? `${format.number(COUNT_MAX)}+` : format.number(total)}
          </span>
        )}
      </button>
      <Suspense>
        {logOpen && (
          <LogDrawer open={showBatch} onClose={() => useCommandStore.setState({ logOpen: false })} />
        )}
        {batch !== null && <BatchDrawer key={batch} cfgUUID={batch} onClose={() => showBatch(null)} />}
        {prepared && <OrderForm prepared={prepared} />}
      </Suspense>
    </>
  );
}
