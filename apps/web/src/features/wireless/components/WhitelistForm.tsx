import type { Setting } from '@airloom/contract/configuration/configuration.model';
import type { SettingEdit } from '@airloom/contract/configuration/edits';
import { type Whitelist, whitelistInput } from '@airloom/contract/wireless/guest-lists.rules';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { useChangeReview } from '../../../shared/configuration/use-change-review.tsx';
import { SchemaForm } from '../../../shared/form/SchemaForm.tsx';
import { useSchemaForm } from '../../../shared/form/use-schema-form.ts';
import { TimeAgo } from '../../../shared/ui/Times.tsx';
import { isSame } from '../merge-edits.ts';
import type { NetworkPlace } from '../network-form.ts';
import { ConflictNotice } from './ConflictNotice.tsx';
import { FormActions } from './FormActions.tsx';
import { membersInput } from './MembersInput.tsx';
import { ReadOnly } from './ReadOnly.tsx';
import { useBase } from './use-base.ts';
import { useEditBlock } from './use-edit-block.ts';
import { useFollowing } from './use-following.ts';
import './wireless.css';

const ADDRESS_EXAMPLE = '10.0.0.1, 10.0.0.0/24';
const DOMAIN_EXAMPLE = 'example.com';

function valuesOf(setting: Setting | null): Whitelist {
  const none = { addresses: [], domains: [] };
  return setting?.edit.kind === 'whitelist' ? (setting.edit.value ?? none) : none;
}

interface WhitelistFormProps {
  place: NetworkPlace;
  /** The newest version; null when the place has no list. */
  setting: Setting | null;
  /** The list of the organization of a site, which applies while the site has none. */
  inherited: Setting | null;
}

/** What guests of an organization or a site reach before they sign in. */
export function WhitelistForm({ place, setting, inherited }: WhitelistFormProps) {
  const { t } = useTranslation();
  const blocked = useEditBlock('whitelist')(place.level);
  const of = useBase(setting);
  const { base, update } = of;
  const { review, dialog } = useChangeReview(of.setApplied);
  const editOf = (value: Whitelist | null): SettingEdit => ({
    kind: 'whitelist',
    settingUUID: base?.settingUUID ?? null,
    baseVersion: base?.version ?? null,
    place,
    value,
  });
  const form = useSchemaForm({
    schema: whitelistInput,
    initial: valuesOf(setting),
    submit: (values) => review(editOf(values)),
  });
  const isConflict = useFollowing<Whitelist>({ form, of, newest: setting, valuesOf });
  const checked = whitelistInput.safeParse(form.values);

  return (
    <ReadOnly reason={blocked}>
      {isConflict && (
        <ConflictNotice<Whitelist>
          newest={setting}
          base={valuesOf(base)}
          mine={form.values}
          theirs={valuesOf(setting)}
          onResolve={(values) => {
            form.reset(values);
            update();
          }}
        />
      )}
      {setting === null && inherited && (
        <p className="page-note">{t('wireless.whitelist.inherited', { name: inherited.place.name })}</p>
      )}
      <div className="card wireless-form">
        <SchemaForm
          form={form}
          fields={[
            {
              name: 'addresses',
              label: 'wireless.whitelist.addresses',
              hint: 'wireless.whitelist.addressesHint',
              input: membersInput(ADDRESS_EXAMPLE),
            },
            {
              name: 'domains',
              label: 'wireless.whitelist.domains',
              hint: 'wireless.whitelist.domainsHint',
              input: membersInput(DOMAIN_EXAMPLE),
            },
          ]}
        >
          <FormActions
            form={form}
            edit={checked.success ? editOf(checked.data) : null}
            place={place}
            blocked={blocked}
            conflict={isConflict}
            // An empty list at a site replaces that of the organization.
            unchanged={base !== null && isSame(form.values, valuesOf(base))}
            onAdded={() => form.reset(valuesOf(setting))}
          />
          {base && place.level === 'site' && blocked === undefined && (
            <Button onClick={() => review(editOf(null))}>{t('wireless.whitelist.reset')}</Button>
          )}
        </SchemaForm>
        {setting && (
          <p className="wireless-quiet">
            {t('wireless.updated', { name: setting.updatedBy })} <TimeAgo at={setting.updatedAt} />
          </p>
        )}
      </div>
      {dialog}
    </ReadOnly>
  );
}
