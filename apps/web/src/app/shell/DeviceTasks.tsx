import { Suspense } from 'react';
import { commandsFeature } from '../../features/commands/commands.feature.ts';
import { firmwareFeature } from '../../features/firmware/firmware.feature.ts';
import { Can } from '../../shared/ui/Can.tsx';
import { besidePages } from './beside-pages.ts';

const CommandCentre = besidePages(
  () => import('../../features/commands/CommandCentre.tsx'),
  commandsFeature.messages,
);
const ShellOffer = besidePages(
  () => import('../../features/web-shell/ShellOffer.tsx'),
  commandsFeature.messages,
);
const UpgradeOffer = besidePages(
  () => import('../../features/firmware/UpgradeOffer.tsx'),
  firmwareFeature.messages,
);

/** Device commands and upgrades with their progress, on every page. */
export function DeviceTasks() {
  return (
    <Can grant="device_manage">
      <Suspense>
        <CommandCentre />
        <UpgradeOffer />
        <ShellOffer />
      </Suspense>
    </Can>
  );
}
