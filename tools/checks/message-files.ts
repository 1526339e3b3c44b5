import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';

/** The texts of one language by whole key: file name, then the way down in the file, joined by dots. */
export interface LanguageTexts {
  readonly language: string;
  readonly namespaces: readonly string[];
  readonly texts: ReadonlyMap<string, string>;
  readonly faults: readonly string[];
}

function flatten(prefix: string, value: unknown, texts: Map<string, string>, faults: string[]): void {
  if (typeof value === 'string') {
    texts.set(prefix, value);
  } else if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
    for (const [key, child] of Object.entries(value)) flatten(`${prefix}.${key}`, child, texts, faults);
  } else {
    faults.push(`${prefix} is neither text nor a group of texts`);
  }
}

export function namespaceOf(key: string): string {
  return key.split('.', 1)[0] ?? '';
}

export function readLanguage(root: string, language: string): LanguageTexts {
  const texts = new Map<string, string>();
  const faults: string[] = [];
  const files = globSync(`packages/messages/${language}/*.json`, { cwd: root }).sort();
  for (const file of files) {
    const content: unknown = JSON.parse(readFileSync(join(root, file), 'utf8'));
    flatten(basename(file, '.json'), content, texts, faults);
  }
  return { language, namespaces: files.map((file) => basename(file, '.json')), texts, faults };
}

/** The forms of one message; a message without plural has the single form ''. */
export type Forms = ReadonlyMap<string, string>;

const PLURAL = /^(.+)_(zero|one|two|few|many|other)$/;

export function groupForms(texts: ReadonlyMap<string, string>): Map<string, Forms> {
  const messages = new Map<string, Map<string, string>>();
  for (const [key, text] of texts) {
    const [, base = key, form = ''] = PLURAL.exec(key) ?? [];
    const forms = messages.get(base) ?? new Map<string, string>();
    messages.set(base, forms.set(form, text));
  }
  return messages;
}

/** The names of the `{{values}}` of a text. */
export function valuesIn(text: string): string[] {
  return [...text.matchAll(/\{\{-?\s*([\w.]+)[^}]*\}\}/g)].map(([, name = '']) => name);
}
