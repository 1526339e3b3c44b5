import { z } from 'zod';

/** The inner schema of `optional`, `nullable`, `default` and `transform` wrappings. */
function core(schema: z.core.$ZodType): z.core.$ZodType {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault) {
    return core(schema.def.innerType);
  }
  if (schema instanceof z.ZodPipe) return core(schema.def.in);
  return schema;
}

function partOf(schema: z.core.$ZodType, field: string): z.core.$ZodType | undefined {
  const object = core(schema);
  return object instanceof z.ZodObject ? object.shape[field] : undefined;
}

/** How many characters the schema lets a field hold, so that a form never repeats the number. */
export function textLimit(schema: z.core.$ZodType, field: string): number | undefined {
  const part = partOf(schema, field);
  const text = part && core(part);
  return text instanceof z.ZodString ? (text.maxLength ?? undefined) : undefined;
}

/** Whether the schema is content with the field left empty. Where a form shows the usual value, it is not. */
export function isOptional(schema: z.core.$ZodType, field: string): boolean {
  const whole = partOf(schema, field);
  const part = whole instanceof z.ZodDefault ? whole.def.innerType : whole;
  if (part === undefined) return true;
  return ['', null, undefined].some((empty) => z.safeParse(part, empty).success);
}
