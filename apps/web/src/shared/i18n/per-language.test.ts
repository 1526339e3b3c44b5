import { expect, test } from 'vitest';
import { forgetFormats, perLanguage } from './per-language.ts';

test('made once for each language, and anew when it was forgotten', () => {
  let made = 0;
  const of = perLanguage((language) => `${language} ${(made += 1)}`);
  expect([of('en'), of('en'), of('zh'), of('en')]).toEqual(['en 1', 'en 1', 'zh 2', 'en 1']);
  forgetFormats();
  expect([of('en'), of('zh')]).toEqual(['en 3', 'zh 4']);
});
