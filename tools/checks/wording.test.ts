import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';

const MESSAGES = join(import.meta.dirname, '../../packages/messages');

function textsOf(language: string): string {
  const folder = join(MESSAGES, language);
  return readdirSync(folder)
    .map((file) => readFileSync(join(folder, file), 'utf8'))
    .join('\n');
}

function operations(language: string): string[] {
  const text = readFileSync(join(MESSAGES, language, 'operations.json'), 'utf8');
  return Object.values<string>(JSON.parse(text));
}

describe('pending first connection has one wording', () => {
  test('in Chinese', () => {
    expect(textsOf('zh')).not.toMatch(/(?<!等)待首次连接/);
  });

  test('in Spanish', () => {
    expect(textsOf('es')).not.toMatch(/pendientes? de (la|su) primera conexión/i);
  });
});

describe('operations have one form', () => {
  test('in Chinese: the verb without a particle', () => {
    expect(operations('zh').filter((text) => /[^了]了/.test(text))).toEqual([]);
  });

  test('in Spanish: the object with a participle', () => {
    const isVerb = /^(Se )?\p{L}+ó /u;
    const isNoun = /^(Inicio|Entrada|Cierre|Cambio de rol|Configuración inicial|Toma de control de)\b/;
    expect(operations('es').filter((text) => isVerb.test(text) || isNoun.test(text))).toEqual([]);
  });

  test('in Polish: a noun', () => {
    expect(operations('pl').filter((text) => /^\p{L}+[nt]o\b/u.test(text))).toEqual([]);
  });
});
