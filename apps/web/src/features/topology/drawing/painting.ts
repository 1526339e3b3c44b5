import { type Colour, FONTS } from '../../../shared/theme/tokens.ts';
import { NODE } from '../model/axes.ts';

export type Colours = Readonly<Record<Colour, string>>;
export type Canvas = CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D;

export const NAME_PX = 12.5;
export const NAME_FONT = `500 ${NAME_PX}px ${FONTS.text}`;
export const NOTE_PX = 11;
export const NOTE_FONT = `400 ${NOTE_PX}px ${FONTS.text}`;
export const DIM = 0.25;
/** Minimum scales for notes, names and fine details. */
export const NOTES_FROM = 0.75;
export const LINK_TEXTS_FROM = 0.55;
export const NAMES_FROM = 0.24;
export const FINE_FROM = 0.3;
/** Width of the status edge at small scales. */
export const EDGE = NODE.width / 8;
