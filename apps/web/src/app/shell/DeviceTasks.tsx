import type { MessageDomain } from '@airloom/messages';
import { type ComponentType, lazy, Suspense } from 'react';
import { commandsFeature } from '../../features/commands/commands.feature.ts';
import { firmwareFeature } from '../../features/firmware/firmware.feature.ts';
import { loadTexts } from '../../shared/i18n/i18n.ts';
import { Can } from '../../shared/ui/Can.tsx';

/** A part of a feature that stands beside every page; it comes with its texts, after the page itself. */
function besidePages(load: () => Promise<{ default: ComponentType }>, texts: readonly MessageDomain[]) {
  return lazy(async () => {
    const [module] = await Promise.all([load(), loadTexts(texts)]);
    return module;
  });
}

const CommandCentre = besidePages(
  () => import('../../features/commands/CommandCentre.tsx'),
  commandsFeature.messages,
);
const UpgradeOffer = besidePages(
  () => import('../../features/firmware/UpgradeOffer.tsx'),
  firmwareFeature.messages,
);

/** What devices can be told, wherever they are shown, and how that goes. */
export function DeviceTasks() {
  return (
    <Can grant="device_manage">
      {/* Its place in the header is kept, so that nothing moves when it comes. */}
      <Suspense fallback={<span className="icon-button" aria-hidden />}>
        <CommandCentre />
        <UpgradeOffer />
      </Suspense>
    </Can>
  );
}
