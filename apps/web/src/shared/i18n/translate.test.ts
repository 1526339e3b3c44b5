import type { MessageKey } from '@airloom/messages';
import { expectTypeOf, test } from 'vitest';
import type { i18n } from './i18n.ts';

type Translate = ReturnType<typeof import('react-i18next').useTranslation>['t'];
const t: Translate = (key) => key;

test('a wrong key, a part of a key and a wrong value do not compile', () => {
  t('ui.save');
  t('devices-pages.group.done', { count: 2 });
  // @ts-expect-error -- there is no such message
  t('ui.svae');
  // @ts-expect-error -- it names a group of messages
  t('devices-pages.group');
  // @ts-expect-error -- the plural form is chosen by the count
  t('devices-pages.group.done_one');
  // @ts-expect-error -- a count is a number
  t('devices-pages.group.done', { count: '2' });
  // @ts-expect-error -- an object has no text
  t('ui.save', { name: {} });
  const state: string = 'online';
  // @ts-expect-error -- not every state has a message
  t(`health.state.${state}`);
});

/** `toEqualTypeOf` compares each key with each, which exceeds what the type checker allows. */
type Extends<A, B> = [A] extends [B] ? true : false;

test('components and other code share one type of keys', () => {
  expectTypeOf<Extends<Parameters<Translate>[0], MessageKey>>().toEqualTypeOf<true>();
  expectTypeOf<Extends<MessageKey, Parameters<Translate>[0]>>().toEqualTypeOf<true>();
  expectTypeOf<Extends<Parameters<(typeof i18n)['t']>[0], MessageKey>>().toEqualTypeOf<true>();
  expectTypeOf<Extends<MessageKey, Parameters<(typeof i18n)['t']>[0]>>().toEqualTypeOf<true>();
  expectTypeOf<Extends<string, MessageKey>>().toEqualTypeOf<false>();
});
