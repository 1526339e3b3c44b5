import { DEVICE_KINDS, type DeviceKind } from '@airloom/contract/devices/device-classes';
import { Button, Select } from 'antd';
import Input from 'antd/es/input/Input';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useKindNames } from '../../../../shared/devices/use-kind-names.ts';
import { useFormat } from '../../../../shared/i18n/use-format.ts';
import { CopyText } from '../../../../shared/ui/CopyText.tsx';
import { copyToClipboard } from '../../../../shared/ui/copy-to-clipboard.ts';
import { Icon } from '../../../../shared/ui/Icon.tsx';
import { enrolCommand, enrolCommands } from '../../enrol-commands.ts';
import { useGateway } from '../../wizard/use-gateway.ts';
import type { MadeCode } from './ClaimCodeForm.tsx';
import { GatewayAddress } from './GatewayAddress.tsx';
import '../devices.css';

interface CommandProps {
  text: string;
  copy: string;
  className?: string;
}

function Command({ text, copy, className = '' }: CommandProps) {
  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- long lines must scroll by keyboard too */}
      <pre className={`devices-commands ${className}`} tabIndex={0}>
        {text}
      </pre>
      <div className="form-actions">
        <Button icon={<Icon name="copy" />} onClick={() => copyToClipboard(text)}>
          {copy}
        </Button>
      </div>
    </>
  );
}

/** A new code, which is returned only once, and how a device uses it. */
export function ClaimCodeShown({ made, onAgain }: { made: MadeCode; onAgain(): void }) {
  const { t } = useTranslation();
  const format = useFormat();
  const kinds = useKindNames();
  const id = useId();
  const [gateway, setGateway] = useState(useGateway());
  const [kind, setKind] = useState<DeviceKind>('ap');
  const { code, ca, caHash, expiresAt } = made;
  return (
    <section className="card adding-code" aria-label={t('devices-pages.codes.shownTitle')}>
      <h2>{t('devices-pages.codes.shownTitle')}</h2>
      <p className="devices-code">
        <CopyText text={code} />
      </p>
      <p className="adding-quiet">
        {t('devices-pages.codes.shownText', { until: format.dateTime(expiresAt) })}
      </p>
      <div className="form form-two">
        <div className="field">
          <label className="field-label" htmlFor={`${id}-kind`}>
            {t('devices.column.kind')}
          </label>
          <Select<DeviceKind>
            id={`${id}-kind`}
            value={kind}
            options={DEVICE_KINDS.map((one) => ({ value: one, label: kinds[one] }))}
            onChange={setKind}
          />
        </div>
      </div>
      <h3>{t('adding.code.command')}</h3>
      <Command
        className="adding-command"
        text={enrolCommand({ gateway, code, kind, caHash })}
        copy={t('adding.code.copy')}
      />
      <p className="adding-quiet">{t('adding.code.commandText')}</p>
      <details>
        <summary>{t('adding.code.advanced')}</summary>
        <div className="devices-stack">
          <GatewayAddress />
          <p>{t('devices-pages.codes.howText')}</p>
          <div className="form">
            <div className="field">
              <label className="field-label" htmlFor={`${id}-gateway`}>
                {t('devices-pages.codes.gateway')}
              </label>
              <Input
                id={`${id}-gateway`}
                value={gateway}
                spellCheck={false}
                onChange={(event) => setGateway(event.target.value.trim())}
              />
            </div>
          </div>
          <Command
            text={enrolCommands({ gateway, code, kind, ca })}
            copy={t('devices-pages.codes.copyCommands')}
          />
          <p>{t('devices-pages.codes.after', { gateway })}</p>
        </div>
      </details>
      <div className="form-actions">
        <Button icon={<Icon name="plus" />} onClick={onAgain}>
          {t('adding.code.another')}
        </Button>
      </div>
    </section>
  );
}
