import type {
  ConfigurationDocument,
  InterfaceSettings,
  SsidSettings,
} from '@airloom/device-protocol/configuration/document';
import {
  compileFor,
  offNetworksIn,
  offNetworksOf,
  releasedOf,
  sameContent,
} from './configuration-document.ts';
import type { DocumentInput } from './configurations.repository.ts';

/**
 * A stored document with the networks that are on at this time; null when it has these. Everything else stays as it was
 * delivered: a restored document, and one that differs from what would be compiled now, because that waits for a review.
 */
export function switchedDocument(
  source: DocumentInput,
  stored: ConfigurationDocument,
  at: Date,
): ConfigurationDocument | null {
  const released = releasedOf(source);
  const offBefore = offNetworksIn(source, released, stored);
  const offNow = offNetworksOf(source, released, at);
  const [before, now] = [offBefore, offNow].map(
    (off) => compileFor(source, released, stored.uuid, off).document,
  );
  if (before === undefined || now === undefined || sameContent(before, now)) return null;
  return sameContent(before, stored) ? now : { ...stored, interfaces: switched(stored, before, now) };
}

/** Removes and adds the networks that differ between two documents. */
function switched(
  stored: ConfigurationDocument,
  before: ConfigurationDocument,
  now: ConfigurationDocument,
): InterfaceSettings[] {
  const [had, has] = [before, now].map(namesIn);
  const isRemoved = ({ name }: SsidSettings) => had?.has(name) === true && has?.has(name) !== true;
  const isAdded = ({ name }: SsidSettings) => has?.has(name) === true && had?.has(name) !== true;
  const added = new Map(now.interfaces.map((one) => [one.name, (one.ssids ?? []).filter(isAdded)]));
  const dropped = new Set(
    before.interfaces
      .map(({ name }) => name)
      .filter((name) => !now.interfaces.some((one) => one.name === name)),
  );
  const kept = stored.interfaces.flatMap((one): InterfaceSettings[] => {
    const { ssids: _ssids, ...rest } = one;
    const ssids = [...(one.ssids ?? []).filter((ssid) => !isRemoved(ssid)), ...(added.get(one.name) ?? [])];
    if (ssids.length > 0) return [{ ...rest, ssids }];
    return dropped.has(one.name) ? [] : [rest];
  });
  const created = now.interfaces.filter(
    ({ name }) =>
      !kept.some((one) => one.name === name) && !before.interfaces.some((one) => one.name === name),
  );
  return [...kept, ...created];
}

function namesIn({ interfaces }: ConfigurationDocument): Set<string> {
  return new Set(interfaces.flatMap(({ ssids = [] }) => ssids.map(({ name }) => name)));
}
