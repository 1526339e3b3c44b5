import { firmwareCalls } from '@airloom/contract/firmware/firmware.calls';
import type { FirmwareKey } from '@airloom/contract/firmware/firmware.model';
import { firmwareKeyInput } from '@airloom/contract/firmware/firmware.rules';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ignoreCallFailure } from '../../../shared/api/ignore-call-failure.ts';
import { useCall, useCommand } from '../../../shared/api/use-call.ts';
import { textAreaInput } from '../../../shared/form/rich-inputs.tsx';
import { textInput } from '../../../shared/form/text-inputs.tsx';
import { useSchemaForm } from '../../../shared/form/use-schema-form.ts';
import { useSeesWholeAccount } from '../../../shared/session/account-reach.ts';
import { ActionButton } from '../../../shared/ui/actions/ActionButton.tsx';
import type { Action } from '../../../shared/ui/actions/action.ts';
import { IconButton } from '../../../shared/ui/actions/IconButton.tsx';
import { CopyText } from '../../../shared/ui/CopyText.tsx';
import { confirm } from '../../../shared/ui/feedback/confirm.ts';
import { EmptyState } from '../../../shared/ui/feedback/EmptyState.tsx';
import { FailedState } from '../../../shared/ui/feedback/FailedState.tsx';
import { Skeleton } from '../../../shared/ui/feedback/Skeleton.tsx';
import { FormDrawer } from '../../../shared/ui/layout/FormDrawer.tsx';
import { DateTime } from '../../../shared/ui/Times.tsx';
import './firmware.css';

const KEY_CALLS = [firmwareCalls.listFirmwareKeys, firmwareCalls.listFirmware];
const SHORT = 16;

function KeyForm({ onClose }: { onClose(): void }) {
  const { t } = useTranslation();
  const adding = useCommand(firmwareCalls.addFirmwareKey, { refresh: KEY_CALLS });
  const form = useSchemaForm({
    schema: firmwareKeyInput,
    initial: { name: '', pem: '' },
    async submit(values) {
      await adding.run(values);
    },
  });
  return (
    <FormDrawer
      open
      title={t('firmware-pages.key.add')}
      action={t('firmware-pages.key.trust')}
      form={form}
      fields={[
        { name: 'name', label: 'firmware-pages.key.name', input: textInput({ autoComplete: 'off' }) },
        {
          name: 'pem',
          label: 'firmware-pages.key.pem',
          input: textAreaInput({ rows: 8 }),
        },
      ]}
      onClose={onClose}
    />
  );
}

/** Trusted signing keys. Without a key, images need no signature. */
export function KeysTab() {
  const { t } = useTranslation();
  const query = useCall(firmwareCalls.listFirmwareKeys, {});
  const removing = useCommand(firmwareCalls.removeFirmwareKey, { refresh: KEY_CALLS });
  const decides = useSeesWholeAccount();
  const [adding, setAdding] = useState(false);

  async function remove({ keyUUID, name }: FirmwareKey): Promise<void> {
    const sure = await confirm({
      title: t('firmware-pages.key.removeTitle', { name }),
      text: t('firmware-pages.key.removeText'),
      action: t('firmware-pages.key.remove'),
      danger: true,
    });
    if (sure) await removing.run({ keyUUID });
  }

  const add: Action = {
    id: 'addKey',
    label: t('firmware-pages.key.add'),
    icon: 'key',
    run: () => setAdding(true),
  };

  function list() {
    if (query.error) return <FailedState error={query.error} retry={() => void query.refetch()} />;
    if (query.isPending) return <Skeleton rows={3} />;
    if (query.data.length === 0) {
      return (
        <div className="card">
          <EmptyState
            icon="key"
            title={t('firmware-pages.key.empty')}
            text={t('firmware-pages.key.emptyText')}
            action={decides ? add : undefined}
          />
        </div>
      );
    }
    return (
      <>
        <div className="firmware-bar">
          <p className="firmware-quiet">{t('firmware-pages.key.lead')}</p>
          {decides && <ActionButton action={add} />}
        </div>
        <ul className="firmware-lines card">
          {query.data.map((key) => (
            <li key={key.keyUUID}>
              <div className="firmware-line">
                <strong>{key.name}</strong>
                <span className="firmware-quiet">
                  {key.algorithm} · <DateTime at={key.createdAt} />
                </span>
                <CopyText text={key.fingerprint} shown={`${key.fingerprint.slice(0, SHORT)}…`} />
                {decides && (
                  <IconButton
                    icon="delete"
                    label={t('firmware-pages.key.removeNamed', { name: key.name })}
                    onClick={() => void ignoreCallFailure(remove(key))}
                  />
                )}
              </div>
            </li>
          ))}
        </ul>
      </>
    );
  }

  return (
    <>
      {list()}
      {adding && <KeyForm onClose={() => setAdding(false)} />}
    </>
  );
}
