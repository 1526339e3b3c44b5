export type Json = Readonly<Record<string, unknown>>;

export function isRecord(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function recordsIn(value: unknown): readonly Json[] {
  return Array.isArray(value) ? value.filter(isRecord) : [];
}

export function textsIn(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];
}

export function recordIn(value: unknown): Json {
  return isRecord(value) ? value : {};
}

export function textIn(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}

export function numberIn(value: unknown): number | null {
  return typeof value === 'number' ? value : null;
}

/** Null for what is no JSON document of names and values. */
export function readJson(text: string): Json | null {
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) ? value : null;
  } catch {
    return null;
  }
}
