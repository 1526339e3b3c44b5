import type { VirtualDevice } from '../device/virtual-device.ts';
import type { Json } from '../json.ts';
import { reachesGateway } from '../simulation/node.ts';
import { outcomeOf, takeFault } from './configuration-faults.ts';
import { verify } from './verdict.ts';

/** Checks a configuration, applies it and answers, except where a fault is injected. */
export function configure(device: VirtualDevice, id: number, version: number, received: Json): void {
  const { faults, node } = device;
  const isSwitch = node.kind === 'switch';
  const t = device.now();
  const fault = takeFault(faults, received);
  if (fault === 'silent') return device.disconnectFor(faults.awayMs);
  const { error, rejected, document } = outcomeOf(fault, faults, received, verify(node, received));
  if (error === 2) {
    // A switch omits the version of a rejected configuration, an access point includes it.
    if (isSwitch) device.answer(id, { error, text: 'Configure parse failed' }, 0);
    else device.answer(id, { error, text: 'Failed', rejected }, version);
    return;
  }
  const before = device.saved;
  device.configure(document, version);
  if (isSwitch && !reachesGateway(node)) return device.returnTo(before, faults.awayMs);
  if (fault === 'late') device.disconnectFor(faults.awayMs);
  const text = isSwitch ? '' : 'Success';
  device.answer(id, error === 0 ? { error, text } : { error, text, rejected });
  device.report(t, false);
}
