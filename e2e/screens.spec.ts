import { expectAccessible, expectAccessibleAsIs, WITHOUT_SHELL } from './support/axe.ts';
import { TESTED_LANGUAGES } from './support/languages.ts';
import { navigateTo } from './support/navigate.ts';
import { signInByApi } from './support/people.ts';
import {
  addressOf,
  expectDrawn,
  faultsOf,
  partsOf,
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

for (const language of TESTED_LANGUAGES) {
  /** Whether elements are accessible does not depend on the language. */
  const withAxe = language === 'en';

  test.describe(`in ${language}${withAxe ? ' without axe violations' : ''}`, () => {
    test.beforeEach(async ({ page }) => {
      await page.addInitScript((chosen) => localStorage.setItem('language', chosen), language);
    });

    test('public pages need no session, fit phone and desktop and are translated', async ({ page }) => {
      const faults: string[] = [];
      for (const route of screens(true)) {
        const { path } = route;
        await page.goto(path);
        await expectDrawn(page);
        await expect(page).toHaveURL((url) => url.pathname === path);
        await waitUntilIdle(page);
        faults.push(...(await faultsOf(page, path, route, language)));
        const check = route.bigScreen === true ? expectAccessibleAsIs : expectAccessible;
        if (withAxe) await check(page, path);
      }
      expect(faults).toEqual([]);
    });

    for (const [index, routes] of partsOf(screens(false)).entries()) {
      test(`pages behind the sign-in fit phone and desktop and are translated, part ${index + 1}`, async ({
        page,
        server,
      }) => {
        const stage = await stageAccount(server);
        await signInByApi(page, stage.person.userName);
        const tabs = new Tabs();
        const faults: string[] = [];
        let part: typeof WITHOUT_SHELL | undefined;
        for (const route of routes) {
          const check = route.bigScreen === true ? expectAccessibleAsIs : expectAccessible;
          const examine = async (address: string) => {
            await waitUntilIdle(page);
            faults.push(...(await faultsOf(page, address, route, language)));
            if (withAxe) await check(page, address, part);
            // Menu and header were checked with the first page that has them.
            if (route.bigScreen !== true) part = WITHOUT_SHELL;
          };
          const first = addressOf(route, stage);
          await navigateTo(page, first);
          await expectDrawn(page);
          await examine(first);
          for (const address of await tabs.of(page, route, first)) {
            await navigateTo(page, address);
            await examine(address);
          }
        }
        expect(faults).toEqual([]);
      });
    }
  });
}
