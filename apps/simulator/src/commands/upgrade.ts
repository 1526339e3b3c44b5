import type { VirtualDevice } from '../device/virtual-device.ts';
import { isOlsSwitch } from '../simulation/models.ts';
import { readImage } from './firmware-image.ts';
import { download, type Trust } from './transfer.ts';

type Phase = 'download' | 'install' | 'fail' | 'success';

const STEP_PERCENT = 25;
/** Installation steps that a switch reports. */
const INSTALL_STEPS = [0, 50, 100];
const STEP_SECONDS = 1;

function tellPhase(device: VirtualDevice, operation: Phase, percentage: number): void {
  if (device.node.kind !== 'switch') return;
  // The real client reports progress for the download only, and the installation once.
  const isOls = isOlsSwitch(device.node.model) && operation !== 'download';
  if (isOls && operation === 'install' && percentage > 0) return;
  const payload = isOls ? { operation } : { operation, percentage };
  device.emit({ at: device.now(), type: 'firmware_upgrade_status', payload });
}

/** Downloads and verifies the image. Returns the new firmware or the error. */
async function fetchImage(device: VirtualDevice, uri: string, trust: Trust): Promise<string> {
  if (device.faults.firmware === 'download') throw new Error('download interrupted');
  let reported = -1;
  const image = await download(uri, trust, (bytes, announced) => {
    const percent = announced ? Math.floor((100 * bytes) / announced / STEP_PERCENT) * STEP_PERCENT : 0;
    if (percent <= reported) return;
    reported = percent;
    tellPhase(device, 'download', percent);
  });
  const path = new URL(uri).pathname;
  const header = readImage(image.head, decodeURIComponent(path.slice(path.lastIndexOf('/') + 1)));
  const size = header.size ?? image.announced;
  if (image.bytes === 0 || (size !== null && size !== image.bytes)) {
    throw new Error(`image of ${image.bytes} bytes is not complete`);
  }
  if (header.compatible.length > 0 && !header.compatible.includes(device.node.model.compatible)) {
    throw new Error(`image is not for ${device.node.model.compatible}`);
  }
  return header.firmware;
}

/**
 * An access point downloads first and answers then; a switch answers at once and reports progress. Both restart with
 * the new firmware, or keep the old one and report the reason.
 */
export function upgrade(device: VirtualDevice, id: number, uri: string): void {
  const isSwitch = device.node.kind === 'switch';
  if (device.isUpgrading) return device.answer(id, { error: 2, text: 'upgrade in progress' });
  device.isUpgrading = true;
  if (isSwitch) device.answer(id, { error: 0, text: 'upgrade requested successfully', resultCode: 0 });
  const failed = (error: unknown) => {
    device.isUpgrading = false;
    const text = `Failed: ${error instanceof Error ? error.message : String(error)}`;
    if (isSwitch) tellPhase(device, 'fail', 0);
    else device.answer(id, { error: 2, text });
  };
  fetchImage(device, uri, { ca: device.environment.trusted() }).then((firmware) => {
    if (!isSwitch) device.answer(id, { error: 0, text: 'Success' });
    return install(device, firmware);
  }, failed);
}

const TIP_DELAY_SECONDS = 10;

/**
 * The access point client waits before it starts, and answers when it has the image. Over TLS it trusts the authority
 * of the cloud only with `use-local-certificates`, and then checks only names.
 */
export function upgradeTip(
  device: VirtualDevice,
  id: number,
  uri: string,
  usesOwnCertificates: boolean,
): void {
  const { timers, secondMs } = device.environment;
  timers.after(TIP_DELAY_SECONDS * secondMs, () => {
    const isTrusted = usesOwnCertificates || new URL(uri).protocol !== 'https:';
    const trust = { ca: device.environment.trusted(), own: device.credentials, namesOnly: true };
    const fetched = isTrusted
      ? fetchImage(device, uri, trust)
      : Promise.reject(new Error('certificate error'));
    fetched
      .then((firmware) => {
        device.answer(id, { error: 0, text: 'Success' });
        return install(device, firmware);
      })
      .catch((error: unknown) => {
        const text = `Failed: ${error instanceof Error ? error.message : String(error)}`;
        device.answer(id, { error: 2, text });
      });
  });
}

function install(device: VirtualDevice, firmware: string): void {
  const { timers, secondMs, bootMs } = device.environment;
  for (const [index, percent] of INSTALL_STEPS.entries()) {
    timers.after(index * STEP_SECONDS * secondMs, () => tellPhase(device, 'install', percent));
  }
  timers.after(INSTALL_STEPS.length * STEP_SECONDS * secondMs, () => {
    device.isUpgrading = false;
    const failure = device.faults.firmware;
    if (failure === 'install') {
      tellPhase(device, 'fail', 0);
      if (device.node.kind !== 'switch') device.restart('upgradefailed', bootMs);
      return;
    }
    if (failure === 'boot') return device.restart('upgradefailed', bootMs);
    tellPhase(device, 'success', 100);
    // Delayed, so that this is sent before the connection closes.
    timers.after(secondMs, () => device.restart('upgrade', bootMs, () => run(device, firmware)));
  });
}

function run({ node, environment }: VirtualDevice, firmware: string): void {
  node.firmware = firmware;
  for (const member of node.members) member.firmware = firmware.replace(/^\S+/, member.model.name);
  environment.changed();
}
