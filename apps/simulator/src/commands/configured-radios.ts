import type { Band } from '@airloom/device-protocol/model';
import { type Json, numberIn, recordsIn, textIn } from '../json.ts';
import { factoryRadio } from '../simulation/factory-settings.ts';
import type { Node, Radio } from '../simulation/node.ts';
import { DEFAULT_MODE, supportsMode, widestOf } from '../simulation/radio-modes.ts';
import { ALLOWED_CHANNELS } from '../simulation/radio-propagation.ts';
import { refused, skipped } from './rejections.ts';
import type { Fault } from './schema-faults.ts';

function bandIn(radio: Json): Band | null {
  const name = textIn(radio['band']) ?? '';
  if (name.startsWith('5G')) return '5G';
  return name === '2G' || name === '6G' ? name : null;
}

export function channelFaults(document: Json): Fault[] {
  return recordsIn(document['radios']).flatMap((radio, index) => {
    const path = `/radios/${index}/channel`;
    const band = bandIn(radio);
    const channel = numberIn(radio['channel']);
    if (channel === null || band === null || ALLOWED_CHANNELS[band].includes(channel)) return [];
    return [{ path, text: refused(path, 'Value is no channel of this band') }];
  });
}

/** Radios, modes and widths that the device does not have. */
export function lackingRadios({ model, radios }: Node, document: Json): string[] {
  return recordsIn(document['radios']).flatMap((wanted, index) => {
    const path = `/radios/${index}`;
    const band = bandIn(wanted);
    if (band === null || !radios.some((one) => one.band === band))
      return [skipped(path, 'no radio of this band')];
    const mode = textIn(wanted['channel-mode']) ?? DEFAULT_MODE;
    const width = numberIn(wanted['channel-width']) ?? 0;
    return [
      ...(supportsMode(model, band, mode)
        ? []
        : [skipped(`${path}/channel-mode`, `${mode} is no mode of this radio`)]),
      ...(width <= widestOf(model, band)
        ? []
        : [skipped(`${path}/channel-width`, `${width} MHz is no width of this radio`)]),
    ];
  });
}

/** Applies a list of radios; without one they stay as they are. Returns those with another channel or width. */
export function applyRadios(node: Node, document: Json): Set<Radio> {
  const wanted = recordsIn(document['radios']);
  const moved = new Set<Radio>();
  if (wanted.length === 0) return moved;
  for (const radio of node.radios) {
    const settings = wanted.find((one) => bandIn(one) === radio.band);
    const { channel, width } = radio;
    if (settings) applyRadio(node, radio, settings);
    else radio.isOn = false;
    if (channel !== radio.channel || width !== radio.width) moved.add(radio);
  }
  return moved;
}

function applyRadio(node: Node, radio: Radio, settings: Json): void {
  const factory = factoryRadio(radio.band, node.index);
  radio.isOn = settings['enable'] !== false;
  radio.channel = channelFor(node, radio, settings);
  radio.width = Math.min(
    numberIn(settings['channel-width']) ?? radio.width,
    widestOf(node.model, radio.band),
  );
  radio.txPower = numberIn(settings['tx-power']) ?? factory.txPower;
  radio.clientsMax = numberIn(settings['maximum-clients']);
}

/** Automatic selection keeps a permitted channel; neighbours choose different ones. */
function channelFor(node: Node, radio: Radio, settings: Json): number {
  const fixed = numberIn(settings['channel']);
  if (fixed !== null) return fixed;
  const list = settings['valid-channels'];
  const valid = ALLOWED_CHANNELS[radio.band].filter((one) => Array.isArray(list) && list.includes(one));
  if (valid.length === 0 || valid.includes(radio.channel)) return radio.channel;
  return valid[node.index % valid.length] ?? radio.channel;
}
