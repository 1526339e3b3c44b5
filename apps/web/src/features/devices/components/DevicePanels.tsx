import { lazy, Suspense } from 'react';
import { loadTexts } from '../../../shared/i18n/i18n.ts';
import type { Panel } from './use-device-actions.ts';

const EditDrawer = lazy(() => import('./editing/EditDrawer.tsx'));
const MoveDrawer = lazy(() => import('./editing/MoveDrawer.tsx'));
const GroupDrawer = lazy(() => import('./editing/GroupDrawer.tsx'));
const VlanDrawer = lazy(() => import('./editing/VlanDrawer.tsx'));
const TakeOverDrawer = lazy(() => import('./editing/TakeOverDrawer.tsx'));
const TagsDrawer = lazy(async () => {
  const [drawer] = await Promise.all([import('../tags/TagsDrawer.tsx'), loadTexts(['device-notes'])]);
  return drawer;
});
const PasswordDrawer = lazy(() => import('./editing/PasswordDrawer.tsx'));

/** The drawer of an action; its code is loaded on first use. */
export function DevicePanels({ panel, onClose }: { panel: Panel | null; onClose(): void }) {
  return (
    <Suspense>
      {panel?.do === 'edit' && (
        <EditDrawer key={panel.device.deviceUUID} device={panel.device} onClose={onClose} />
      )}
      {panel?.do === 'move' && <MoveDrawer devices={panel.devices} onDone={panel.done} onClose={onClose} />}
      {panel?.do === 'vlan' && <VlanDrawer devices={panel.devices} onDone={panel.done} onClose={onClose} />}
      {panel?.do === 'takeOver' && (
        <TakeOverDrawer devices={panel.devices} onDone={panel.done} onClose={onClose} />
      )}
      {panel?.do === 'password' && (
        <PasswordDrawer devices={panel.devices} onDone={panel.done} onClose={onClose} />
      )}
      {panel?.do === 'tags' && <TagsDrawer devices={panel.devices} onDone={panel.done} onClose={onClose} />}
      {panel?.do === 'group' && <GroupDrawer devices={panel.devices} onDone={panel.done} onClose={onClose} />}
    </Suspense>
  );
}
