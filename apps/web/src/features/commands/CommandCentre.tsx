import { lazy, Suspense } from 'react';
import { useOfferCommands } from '../../shared/devices/device-commands.ts';
import { showBatch, useCommandStore } from './command-store.ts';
import './components/commands.css';
import { useCommandActions } from './components/use-command-actions.ts';

const BatchDrawer = lazy(async () => ({
  default: (await import('./components/BatchDrawer.tsx')).BatchDrawer,
}));
const LogDrawer = lazy(async () => ({ default: (await import('./components/LogDrawer.tsx')).LogDrawer }));
const ScheduleForm = lazy(async () => ({
  default: (await import('./components/ScheduleForm.tsx')).ScheduleForm,
}));
const ScheduleDrawer = lazy(async () => ({
  default: (await import('./components/ScheduleDrawer.tsx')).ScheduleDrawer,
}));
const CommandForm = lazy(async () => ({
  default: (await import('./components/CommandForm.tsx')).CommandForm,
}));

/** Prepares and shows commands started on any page. */
export default function CommandCentre() {
  const { prepared, scheduling, schedule, batch, logOpen } = useCommandStore();
  useOfferCommands('orders', useCommandActions());
  return (
    <Suspense>
      {logOpen && <LogDrawer open={showBatch} onClose={() => useCommandStore.setState({ logOpen: false })} />}
      {batch !== null && <BatchDrawer key={batch} cfgUUID={batch} onClose={() => showBatch(null)} />}
      {prepared && <CommandForm prepared={prepared} />}
      {schedule !== null && (
        <ScheduleDrawer
          key={schedule}
          scheduleUUID={schedule}
          onClose={() => useCommandStore.setState({ schedule: null })}
        />
      )}
      {scheduling && (
        <ScheduleForm
          devices={scheduling.devices}
          onClose={(made) => {
            useCommandStore.setState({ scheduling: null, ...(made === null ? {} : { schedule: made }) });
            if (made !== null) scheduling.done?.();
          }}
        />
      )}
    </Suspense>
  );
}
