import { identityCalls } from '@airloom/contract/identity/identity.calls';
import type { Profile } from '@airloom/contract/identity/identity.model';
import { updateProfileInput } from '@airloom/contract/identity/identity.rules';
import { LANGUAGES } from '@airloom/contract/languages';
import { Button, Select } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall, useCommand } from '../../../shared/api/use-call.ts';
import { type FieldDef, SchemaForm } from '../../../shared/form/SchemaForm.tsx';
import { textInput } from '../../../shared/form/text-inputs.tsx';
import { useSchemaForm } from '../../../shared/form/use-schema-form.ts';
import { useLanguageStore } from '../../../shared/i18n/i18n.ts';
import { useFormat } from '../../../shared/i18n/use-format.ts';
import { changeLanguage } from '../../../shared/session/change-language.ts';
import { useSession } from '../../../shared/session/session-store.ts';
import { ActionButton } from '../../../shared/ui/actions/ActionButton.tsx';
import { useLanguageNames } from '../../../shared/ui/actions/LanguageMenu.tsx';
import { toast } from '../../../shared/ui/feedback/toast.ts';
import { refreshSelf } from './refresh-self.ts';
import { SettingRow, SettingsCard } from './SettingsCard.tsx';
import { UserNameDrawer } from './UserNameDrawer.tsx';

function UserNameRow({ profile }: { profile: Profile }) {
  const { t } = useTranslation();
  const format = useFormat();
  const [open, setOpen] = useState(false);
  const rule = useCall(identityCalls.canUpdateUserName, {});
  const from = rule.data?.allowedFrom;
  const blocked = from ? t('account.profile.userNameFrom', { date: format.date(from) }) : undefined;
  return (
    <>
      <SettingRow
        name={t('identity.userName.label')}
        value={profile.userName}
        note={blocked}
        actions={
          <ActionButton
            action={{
              id: 'changeUserName',
              label: t('account.change'),
              blocked,
              pending: rule.isPending,
              run: () => setOpen(true),
            }}
          />
        }
      />
      {open && <UserNameDrawer own={profile.userName} onClose={() => setOpen(false)} />}
    </>
  );
}

function LanguageRow() {
  const { t } = useTranslation();
  const names = useLanguageNames();
  const language = useLanguageStore((state) => state.language);
  const label = t('ui.language.label');
  return (
    <SettingRow
      name={label}
      value={
        <Select
          aria-label={label}
          className="account-select"
          value={language}
          options={LANGUAGES.map((value) => ({ value, label: names[value] }))}
          onChange={(value) => void changeLanguage(value)}
        />
      }
    />
  );
}

/** Both are sent: a visible alias is not replaced by the nickname. */
const schema = updateProfileInput.required({ alias: true });

const nameFields: FieldDef<typeof schema>[] = [
  {
    name: 'nickname',
    label: 'account.profile.nickname',
    hint: 'account.profile.nicknameHint',
    input: textInput({ autoComplete: 'nickname' }),
  },
  {
    name: 'alias',
    label: 'account.profile.alias',
    hint: 'account.profile.aliasHint',
    input: textInput({ autoComplete: 'off' }),
  },
];

function NamesForm({ nickname, alias }: { nickname: string; alias: string }) {
  const { t } = useTranslation();
  const update = useCommand(identityCalls.updateProfile);
  const form = useSchemaForm({
    schema,
    initial: { nickname, alias },
    async submit(values) {
      await update.run(values);
      await refreshSelf();
      toast.success(t('account.saved'));
    },
  });
  return (
    <SchemaForm form={form} fields={nameFields}>
      <Button type="primary" htmlType="submit" loading={form.pending} disabled={!form.dirty}>
        {t('ui.save')}
      </Button>
    </SchemaForm>
  );
}

export function ProfileTab() {
  const { t } = useTranslation();
  const format = useFormat();
  const profile = useSession((state) => state.profile);
  const alias = useSession((state) => state.currentRole?.alias ?? '');
  if (profile === null) return null;
  return (
    <div className="account-sections">
      <SettingsCard title={t('account.profile.title')}>
        <div className="account-card-body">
          <NamesForm nickname={profile.nickname} alias={alias} />
        </div>
        <UserNameRow profile={profile} />
        <LanguageRow />
        <SettingRow
          name={t('account.profile.timeZone')}
          value={profile.timeZone}
          note={t('account.profile.timeZoneNote')}
        />
        <SettingRow name={t('account.profile.since')} value={format.date(profile.createdAt)} />
      </SettingsCard>
    </div>
  );
}
