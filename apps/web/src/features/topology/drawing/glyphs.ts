import type { DeviceKind } from '@airloom/contract/devices/device-classes';

/** Icons of device kinds, as lines in a square of this size. */
export const GLYPH_SIZE = 20;

export const GLYPHS: Readonly<Record<DeviceKind | 'internet', string>> = {
  gateway: 'M3 11h14v5H3zM6 13.5h.01M9 13.5h.01M14 11V4.5M11.5 5.5a3.6 3.6 0 0 1 5 0',
  switch: 'M2 6.5h16v7.5H2zM5 9.5v1.8M8.3 9.5v1.8M11.6 9.5v1.8M14.9 9.5v1.8',
  ap: 'M10 15.5h.01M7.2 12.4a4 4 0 0 1 5.6 0M4.5 9.4a7.8 7.8 0 0 1 11 0',
  ac: 'M10 10.5V17M6.6 6a4.8 4.8 0 0 0 0 7M13.4 6a4.8 4.8 0 0 1 0 7M8.8 9.4a1.2 1.2 0 1 0 2.4 0 1.2 1.2 0 1 0-2.4 0',
  controller: 'M6 15.5a3.5 3.5 0 0 1 .2-7 4.6 4.6 0 0 1 8.7 1.2 3 3 0 0 1-.4 5.8z',
  internet:
    'M3 10a7 7 0 1 0 14 0 7 7 0 1 0-14 0M3.4 8h13.2M3.4 12h13.2M10 3c-2.4 1.8-3.4 4.2-3.4 7s1 5.2 3.4 7c2.4-1.8 3.4-4.2 3.4-7S12.4 4.8 10 3',
  smart: 'M8 16.5h4M7.6 13.5a4.6 4.6 0 1 1 4.8 0z',
};
