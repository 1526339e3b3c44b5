import type { Page } from '@playwright/test';
import { SLOW } from './support/device-steps.ts';
import { test } from './support/fleet.ts';
import { inTestedLanguages } from './support/languages.ts';
import { navigateTo, setLanguage } from './support/navigate.ts';
import { callApi, registerWithSite, signInByApi } from './support/people.ts';
import { expect } from './support/test.ts';

/** Devices need time to boot and report. */
test.describe.configure({ timeout: 240_000 });

/** Texts on the pages from the alarm rule to the history; English is covered by other specs. */
const WALKS = {
  zh: {
    newRule: '新建规则',
    type: '类型',
    highCpu: 'CPU 使用率过高',
    levels: { urgent: '紧急', important: '重要', secondary: '次要' },
    threshold: '紧急的阈值',
    hold: '持续时间',
    summary: '级别：紧急（达到 90%）。',
    save: '保存',
    quiet: '告警：无未确认',
    bellLabel: '告警：1 条未确认，最高级别：紧急',
    content: 'CPU 使用率达到 97%（阈值 90%）。',
    message: '告警：CPU 使用率过高，Harbour, ',
    confirm: '确认并备注',
    confirmTitle: '确认 1 条告警',
    note: '备注',
    noAlarms: '没有活动告警',
    history: '历史告警',
    recovered: '已恢复',
  },
  pl: {
    newRule: 'Nowa reguła',
    type: 'Rodzaj',
    highCpu: 'Wysokie obciążenie procesora',
    levels: { urgent: 'Pilny', important: 'Ważny', secondary: 'Drugorzędny' },
    threshold: 'Próg poziomu Pilny',
    hold: 'Czas trwania',
    summary: 'Poziom: Pilny (90% lub więcej).',
    save: 'Zapisz',
    quiet: 'Alarmy: brak niepotwierdzonych',
    bellLabel: 'Alarmy: niepotwierdzone: 1, najwyższy poziom: Pilny',
    content: 'Obciążenie procesora osiągnęło 97% (próg 90%).',
    message: 'Alarm: Wysokie obciążenie procesora, Harbour, ',
    confirm: 'Potwierdź z notatką',
    confirmTitle: 'Potwierdź 1 alarm',
    note: 'Notatka',
    noAlarms: 'Brak aktywnych alarmów',
    history: 'Historia',
    recovered: 'Przywrócono działanie',
  },
  es: {
    newRule: 'Nueva regla',
    type: 'Tipo',
    highCpu: 'Carga de CPU alta',
    levels: { urgent: 'Urgente', important: 'Importante', secondary: 'Secundaria' },
    threshold: 'Umbral de Urgente',
    hold: 'Duración',
    summary: 'Nivel: Urgente desde 90\u00a0%.',
    save: 'Guardar',
    quiet: 'Alarmas: ninguna sin confirmar',
    bellLabel: 'Alarmas: 1 sin confirmar, nivel más grave: Urgente',
    content: 'La carga de CPU alcanzó el 97 % (umbral: 90 %).',
    message: 'Alarma: Carga de CPU alta, Harbour, ',
    confirm: 'Confirmar con nota',
    confirmTitle: 'Confirmar 1 alarma',
    note: 'Nota',
    noAlarms: 'No hay alarmas activas',
    history: 'Historial',
    recovered: 'Recuperada',
  },
} as const;
type Words = (typeof WALKS)[keyof typeof WALKS];

/** Creates a rule that raises an alarm at the next report of a busy device, named like its type. */
async function makeRule(page: Page, words: Words): Promise<void> {
  await navigateTo(page, '/alarm/alarmSetting');
  await page.getByRole('button', { name: words.newRule }).click();
  const form = page.getByRole('dialog', { name: words.newRule });
  await form.getByLabel(words.type).click();
  await page.locator('.ant-select-item-option').filter({ hasText: words.highCpu }).click();
  await form.getByRole('checkbox', { name: words.levels.important }).uncheck();
  await form.getByRole('checkbox', { name: words.levels.secondary }).uncheck();
  await form.getByRole('checkbox', { name: words.levels.urgent }).check();
  await form.getByLabel(words.threshold).fill('90');
  await form.getByLabel(words.hold).fill('0');
  await expect(form.getByRole('status')).toContainText(words.summary);
  await form.getByRole('button', { name: words.save }).click();
  await expect(form).toBeHidden();
}

test('an alarm is raised, confirmed, cleared and listed in the history, in each language', async ({
  page,
  server,
  startDevices,
}) => {
  const { userName, siteUUID, token } = await registerWithSite(server);
  await signInByApi(page, userName);
  const { rows: shipped } = await callApi(server, 'listAlarmRules', { size: 200 }, token);
  const ofLoad = shipped.filter(({ type }) => type === 'highCpu');
  for (const { ruleUUID } of ofLoad) await callApi(server, 'deleteAlarmRule', { ruleUUID }, token);
  const { code } = await callApi(server, 'createClaimCode', { siteUUID, uses: 1 }, token);
  const devices = await startDevices({ code, kinds: 'ap=1', seed: 24 });
  await navigateTo(page, '/device/all');
  await expect(page.getByRole('table').getByRole('row', { name: /Online/ })).toBeVisible(SLOW);

  for (const [language, words] of inTestedLanguages(WALKS)) {
    await test.step(language, async () => {
      await setLanguage(page, language);
      await makeRule(page, words);
      const bell = page.locator('.alarms-bell');
      await expect(bell).toHaveAccessibleName(words.quiet);
      devices.command({ do: 'highCpu', percent: 97 });
      devices.command({ do: 'reportNow' });
      await expect(bell).toHaveAccessibleName(words.bellLabel, SLOW);
      await bell.click();
      const row = page.getByRole('table').getByRole('row', { name: words.highCpu });
      await expect(row).toContainText(words.content);

      await row.getByRole('button', { name: words.highCpu, exact: true }).click();
      const drawer = page.getByRole('dialog', { name: words.highCpu });
      await drawer.getByRole('button', { name: words.confirm }).click();
      const confirmation = page.getByRole('dialog', { name: words.confirmTitle });
      await confirmation.getByLabel(words.note).fill('O.K.');
      await confirmation.getByLabel(words.note).press('Enter');
      await expect(confirmation).toBeHidden();
      await expect(drawer.getByText('O.K.')).toBeVisible();
      await expect(bell).toHaveAccessibleName(words.quiet);
      await drawer.locator('.ant-drawer-close').click();
      await expect(drawer).toBeHidden();

      devices.command({ do: 'highCpu' });
      devices.command({ do: 'reportNow' });
      await expect(page.getByText(words.noAlarms, { exact: true })).toBeVisible(SLOW);
      await page.getByRole('tab', { name: words.history }).click();
      await expect(row.first()).toContainText(words.recovered);

      await page.locator('.messages-envelope').click();
      const message = page.getByRole('listitem').filter({ hasText: words.message });
      await expect(message.filter({ hasText: words.content }).first()).toBeVisible();
      const { rows } = await callApi(server, 'listAlarmRules', { size: 200 }, token);
      const made = rows.find(({ type }) => type === 'highCpu');
      if (made) await callApi(server, 'deleteAlarmRule', { ruleUUID: made.ruleUUID }, token);
    });
  }
});
