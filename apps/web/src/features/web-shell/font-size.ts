import { create } from 'zustand';

const KEY = 'shellFontSize';
const DEFAULT = 14;
export const FONT_MIN = 10;
export const FONT_MAX = 24;

function stored(): number {
  const size = Number(localStorage.getItem(KEY));
  return size >= FONT_MIN && size <= FONT_MAX ? size : DEFAULT;
}

/** Of all terminals in this browser. */
export const useFontSize = create<{ size: number }>(() => ({ size: stored() }));

export function changeFontSize(by: number): void {
  const size = Math.min(FONT_MAX, Math.max(FONT_MIN, useFontSize.getState().size + by));
  localStorage.setItem(KEY, String(size));
  useFontSize.setState({ size });
}
