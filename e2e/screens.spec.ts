import { LANGUAGES } from '@airloom/contract/languages';
import { expectAccessible, expectAccessibleAsIs } from './support/axe.ts';
import { navigateTo, setLanguage } from './support/navigate.ts';
import { signInByApi } from './support/people.ts';
import {
  addressOf,
  expectDrawn,
  faultsOf,
  screens,
  stageAccount,
  Tabs,
  unknownPaths,
} from './support/screens.ts';
import { expect, test } from './support/test.ts';
import { waitUntilIdle } from './support/wait-until-idle.ts';

/** Every page of the route table is opened, with its tabs; axe takes a second for each on a busy machine. */
test.describe.configure({ mode: 'parallel', timeout: 600_000 });

test('the exceptions name existing routes', () => {
  expect(unknownPaths()).toEqual([]);
});

test('public pages need no session, have no axe violations, fit phone and desktop and are translated', async ({
  page,
}) => {
  const faults: string[] = [];
  for (const language of LANGUAGES) {
    await page.goto('/console');
    await setLanguage(page, language);
    for (const { path } of screens(true)) {
      await page.goto(path);
      await expectDrawn(page);
      await expect(page).toHaveURL((url) => url.pathname === path);
      await waitUntilIdle(page);
      faults.push(...(await faultsOf(page, `${language} ${path}`)));
      if (language === 'en') await expectAccessible(page, path);
    }
  }
  expect(faults).toEqual([]);
});

test('pages behind the sign-in have no axe violations', async ({ page, server }) => {
  const stage = await stageAccount(server);
  await signInByApi(page, stage.person.userName);
  const tabs = new Tabs();
  for (const route of screens(false)) {
    const first = addressOf(route, stage);
    const check = route.bigScreen === true ? expectAccessibleAsIs : expectAccessible;
    await navigateTo(page, first);
    await expectDrawn(page);
    await check(page, first);
    for (const address of await tabs.of(page, route, first)) {
      await navigateTo(page, address);
      await check(page, address);
    }
  }
});

for (const language of LANGUAGES) {
  test(`pages behind the sign-in fit phone and desktop in ${language}, and are translated`, async ({
    page,
    server,
  }) => {
    const stage = await stageAccount(server);
    await signInByApi(page, stage.person.userName);
    await page.addInitScript((chosen) => localStorage.setItem('language', chosen), language);
    const tabs = new Tabs();
    const faults: string[] = [];
    for (const route of screens(false)) {
      const first = addressOf(route, stage);
      await navigateTo(page, first);
      await expectDrawn(page);
      await waitUntilIdle(page);
      faults.push(...(await faultsOf(page, first)));
      for (const address of await tabs.of(page, route, first)) {
        await navigateTo(page, address);
        await waitUntilIdle(page);
        faults.push(...(await faultsOf(page, address)));
      }
    }
    expect(faults).toEqual([]);
  });
}
