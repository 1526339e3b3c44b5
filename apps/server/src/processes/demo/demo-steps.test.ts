import type { Device } from '@airloom/contract/devices/devices.model';
import { expect, test } from 'vitest';
import type { DemoContext } from './demo-context.ts';
import { DEMO_STEPS } from './demo-steps.ts';

function accessPoint(
  deviceUUID: string,
  given: Pick<Device, 'status' | 'configurationState' | 'managedBy'>,
): Pick<Device, 'deviceUUID' | 'kind' | 'status' | 'configurationState' | 'managedBy'> {
  return { deviceUUID, kind: 'ap', ...given };
}

const gateway = { deviceUUID: 'gateway', kind: 'gateway', name: 'Gateway' } as const;

/** Runs the take over with these devices at one site, and returns its result and the previewed devices. */
async function takeOver(devices: readonly ReturnType<typeof accessPoint>[]) {
  const previewed: string[] = [];
  const context = {
    estate: { places: [{ siteId: 'site' }] },
    devicesAt: () => Promise.resolve(devices),
    call: (name: string, input: { deviceUUID?: string }) => {
      if (name === 'previewConfiguration') previewed.push(input.deviceUUID ?? '');
      return Promise.resolve({ digest: '' });
    },
  };
  const step = DEMO_STEPS.find(({ name }) => name === 'takeOver');
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the step uses no other part
  const isDone = await step?.run(context as unknown as DemoContext);
  return { isDone, previewed };
}

test('takes over access points that no controller or gateway manages', async () => {
  const unmanaged = { status: 'online', configurationState: 'unmanaged' } as const;
  expect(
    await takeOver([
      accessPoint('own', { ...unmanaged, managedBy: null }),
      accessPoint('member', { ...unmanaged, managedBy: gateway }),
      accessPoint('done', { status: 'online', configurationState: 'applied', managedBy: null }),
    ]),
  ).toEqual({ isDone: true, previewed: ['own'] });
});

test('waits with the take over until the access points have connected', async () => {
  const waiting = { status: 'neverConnected', configurationState: 'unmanaged', managedBy: null } as const;
  expect(await takeOver([accessPoint('own', waiting)])).toEqual({ isDone: false, previewed: [] });
});
