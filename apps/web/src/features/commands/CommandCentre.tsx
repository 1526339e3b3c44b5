import { lazy, Suspense } from 'react';
import { useOfferActions } from '../../shared/devices/offered-actions.ts';
import { showBatch, useCommandStore } from './command-store.ts';
import './components/commands.css';
import { useCommandActions } from './components/use-command-actions.ts';

const BatchDrawer = lazy(async () => ({
  default: (await import('./components/BatchDrawer.tsx')).BatchDrawer,
}));
const LogDrawer = lazy(async () => ({ default: (await import('./components/LogDrawer.tsx')).LogDrawer }));
const OrderForm = lazy(async () => ({ default: (await import('./components/OrderForm.tsx')).OrderForm }));

/** Orders given anywhere are prepared and shown here. */
export default function CommandCentre() {
  const { prepared, batch, logOpen } = useCommandStore();
  useOfferActions('orders', useCommandActions());
  return (
    <Suspense>
      {logOpen && <LogDrawer open={showBatch} onClose={() => useCommandStore.setState({ logOpen: false })} />}
      {batch !== null && <BatchDrawer key={batch} cfgUUID={batch} onClose={() => showBatch(null)} />}
      {prepared && <OrderForm prepared={prepared} />}
    </Suspense>
  );
}
