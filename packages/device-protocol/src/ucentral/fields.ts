import { z } from 'zod';

/** Optional fields; null counts as missing. */

export const figure = z.union([z.number(), z.null()]).optional();
export const optionalText = z.union([z.string(), z.null()]).optional();
export const figureOrText = z.union([z.number(), z.string(), z.null()]).optional();

export type Figure = z.infer<typeof figure>;
export type OptionalText = z.infer<typeof optionalText>;
export type FigureOrText = z.infer<typeof figureOrText>;
