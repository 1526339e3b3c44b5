import { z } from 'zod';

/** Fields a device may leave out, or write as null, which is the same to us. */

export const figure = z.union([z.number(), z.null()]).optional();
export const word = z.union([z.string(), z.null()]).optional();
export const figureOrText = z.union([z.number(), z.string(), z.null()]).optional();

export type Figure = z.infer<typeof figure>;
export type Word = z.infer<typeof word>;
export type FigureOrText = z.infer<typeof figureOrText>;
