import { displayMac } from '@airloom/contract/formats/network/mac';
import { WIRELESS_LIMITS } from '@airloom/contract/wireless/wireless.limits';
import { Button, InputNumber } from 'antd';
import Input from 'antd/es/input/Input';
import TextArea from 'antd/es/input/TextArea';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Issues } from '../../../shared/form/issues.ts';
import type { Control } from '../../../shared/form/use-schema-form.ts';
import { useFormat } from '../../../shared/i18n/use-format.ts';
import { Icon } from '../../../shared/ui/Icon.tsx';
import { generatePassword } from '../generate-password.ts';
import { type PrivateKey, pastedKeys, withKeys } from '../private-keys-text.ts';
import { SecretInput } from './SecretInput.tsx';
import './wireless.css';

const EXAMPLE = 'Till;k4ssa-2026;90-3C-B3-BB-1D-A8;20\nAnna;another-key';
const LINES = 6;
const MAC_EXAMPLE = '90-3C-B3-BB-1D-A8';

function PasteKeys({ onAdd, onClose }: { onAdd(keys: readonly PrivateKey[]): void; onClose(): void }) {
  const { t } = useTranslation();
  const format = useFormat();
  const [text, setText] = useState('');
  const { keys, unread } = pastedKeys(text);
  return (
    <div className="wireless-rows">
      <label className="wireless-rows">
        {t('wireless.keys.paste')}
        <TextArea
          rows={LINES}
          placeholder={EXAMPLE}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
      </label>
      <output className="field-hint">
        {text === '' ? t('wireless.keys.pasteHint') : t('wireless.keys.found', { count: keys.length })}{' '}
        {unread.length > 0 && t('wireless.keys.unread', { lines: format.list(unread.map(String)) })}
      </output>
      <div className="form-actions">
        <Button
          disabled={keys.length === 0}
          onClick={() => {
            onAdd(keys);
            onClose();
          }}
        >
          {t('wireless.keys.import')}
        </Button>
        <Button onClick={onClose}>{t('ui.cancel')}</Button>
      </div>
    </div>
  );
}

interface KeyRowProps {
  row: PrivateKey;
  /** From 0. */
  place: number;
  control: Control<PrivateKey[] | undefined>;
  issues: Issues;
  put(change: Partial<PrivateKey>): void;
  remove(): void;
}

function KeyRow({ row, place, control, issues, put, remove }: KeyRowProps) {
  const { t } = useTranslation();
  const isInvalid = (field: keyof PrivateKey) => issues[`${control.name}.${place}.${field}`] !== undefined;
  const marks = (field: keyof PrivateKey) => ({
    'aria-invalid': isInvalid(field),
    ...(isInvalid(field) ? { status: 'error' as const } : {}),
    onBlur: control.onBlur,
  });
  return (
    <tr>
      <td>
        <Input
          {...marks('name')}
          aria-label={t('wireless.keys.name')}
          value={row.name}
          onChange={(event) => put({ name: event.target.value })}
        />
      </td>
      <td>
        <SecretInput
          control={{
            ...control,
            id: `${control.id}-${place}`,
            value: row.key,
            onChange: () => undefined,
            invalid: isInvalid('key'),
          }}
          label={t('wireless.keys.keyOf', { name: row.name })}
          onChange={(key) => put({ key })}
        />
      </td>
      <td>
        <Input
          {...marks('mac')}
          aria-label={t('wireless.keys.mac')}
          placeholder={MAC_EXAMPLE}
          value={row.mac}
          onChange={(event) => put({ mac: event.target.value })}
          onBlur={() => {
            put({ mac: displayMac(row.mac) });
            control.onBlur();
          }}
        />
      </td>
      <td>
        <InputNumber<number>
          {...marks('vlan')}
          aria-label={t('wireless.field.vlan')}
          value={row.vlan}
          onChange={(vlan) => put({ vlan })}
        />
      </td>
      <td>
        <Button
          type="text"
          icon={<Icon name="close" />}
          aria-label={t('wireless.keys.remove', { name: row.name })}
          onClick={remove}
        />
      </td>
    </tr>
  );
}

interface PrivateKeysInputProps {
  control: Control<PrivateKey[] | undefined>;
  issues: Issues;
}

/** Passwords of single people or devices. */
export function PrivateKeysInput({ control, issues }: PrivateKeysInputProps) {
  const { t } = useTranslation();
  const [pasting, setPasting] = useState(false);
  const keys = control.value ?? [];
  // Stored keys keep their state when others are removed.
  const [ids, setIds] = useState(() => keys.map(() => crypto.randomUUID()));
  const idAt = (place: number): string => ids[place] ?? `${place}`;

  function replace(next: PrivateKey[]): void {
    setIds(next.map(() => crypto.randomUUID()));
    control.onChange(next);
  }

  return (
    <div className="wireless-rows">
      {keys.length > 0 && (
        <div className="wireless-keys">
          <table>
            <thead>
              <tr>
                <th>{t('wireless.keys.name')}</th>
                <th>{t('wireless.keys.key')}</th>
                <th>{t('wireless.keys.mac')}</th>
                <th>{t('wireless.field.vlan')}</th>
                <th>
                  <span className="visually-hidden">{t('wireless.keys.actions')}</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {keys.map((row, place) => (
                <KeyRow
                  key={idAt(place)}
                  row={row}
                  place={place}
                  control={control}
                  issues={issues}
                  put={(change) =>
                    control.onChange(
                      keys.map((known, at) => (at === place ? { ...known, ...change } : known)),
                    )
                  }
                  remove={() => {
                    setIds(ids.filter((_, at) => at !== place));
                    control.onChange(keys.filter((_, at) => at !== place));
                  }}
                />
              ))}
            </tbody>
          </table>
        </div>
      )}
      {pasting ? (
        <PasteKeys onAdd={(added) => replace(withKeys(keys, added))} onClose={() => setPasting(false)} />
      ) : (
        <div className="form-actions">
          {keys.length < WIRELESS_LIMITS.privateKeysMax && (
            <Button
              icon={<Icon name="plus" size={14} />}
              onClick={() => {
                setIds([...ids, crypto.randomUUID()]);
                control.onChange([...keys, { name: '', key: generatePassword(), mac: '', vlan: null }]);
              }}
            >
              {t('wireless.keys.add')}
            </Button>
          )}
          <Button onClick={() => setPasting(true)}>{t('wireless.keys.pasteMany')}</Button>
        </div>
      )}
    </div>
  );
}
