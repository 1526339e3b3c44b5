import { DEVICE_KINDS, type DeviceKind } from '@airloom/contract/devices/device-classes';
import { Button, Modal } from 'antd';
import Input from 'antd/es/input/Input';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useKindNames } from '../../../../shared/devices/use-kind-names.ts';
import { useFormat } from '../../../../shared/i18n/use-format.ts';
import { useSession } from '../../../../shared/session/session-store.ts';
import { SIZES } from '../../../../shared/theme/tokens.ts';
import { CopyText } from '../../../../shared/ui/CopyText.tsx';
import { copyToClipboard } from '../../../../shared/ui/copy-to-clipboard.ts';
import { Icon } from '../../../../shared/ui/Icon.tsx';
import { enrolCommands, usualGateway } from '../../enrol-commands.ts';
import { GatewayAddress } from './GatewayAddress.tsx';
import '../devices.css';

interface ClaimCodeShownProps {
  code: string;
  expiresAt: string;
  ca: string;
  onDone(): void;
}

/** Shows a new code, which is returned only once: it closes only after a confirmation. */
export function ClaimCodeShown({ code, expiresAt, ca, onDone }: ClaimCodeShownProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const kinds = useKindNames();
  const id = useId();
  const known = useSession((state) => state.urls?.gatewayAddress);
  const [gateway, setGateway] = useState(() => known || usualGateway(window.location.hostname));
  const [kind, setKind] = useState<DeviceKind>('ap');
  const commands = enrolCommands({ gateway, code, kind, ca });
  return (
    <Modal
      open
      title={t('devices-pages.codes.shownTitle')}
      width={SIZES.drawerWide}
      closable={false}
      keyboard={false}
      mask={{ closable: false }}
      footer={
        <Button type="primary" onClick={onDone}>
          {t('devices-pages.codes.shownDone')}
        </Button>
      }
    >
      <div className="devices-stack">
        <p>{t('devices-pages.codes.shownText', { until: format.dateTime(expiresAt) })}</p>
        <p className="devices-code">
          <CopyText text={code} />
        </p>
        <GatewayAddress />
        <h3>{t('devices-pages.codes.how')}</h3>
        <p>{t('devices-pages.codes.howText')}</p>
        <div className="form form-two">
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
          <div className="field">
            <label className="field-label" htmlFor={`${id}-kind`}>
              {t('devices.column.kind')}
            </label>
            <select
              id={`${id}-kind`}
              className="devices-select"
              value={kind}
              onChange={(event) => {
                const chosen = DEVICE_KINDS.find((one) => one === event.target.value);
                if (chosen) setKind(chosen);
              }}
            >
              {DEVICE_KINDS.map((one) => (
                <option key={one} value={one}>
                  {kinds[one]}
                </option>
              ))}
            </select>
          </div>
        </div>
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- long lines must scroll by keyboard too */}
        <pre className="devices-commands" tabIndex={0}>
          {commands}
        </pre>
        <div className="form-actions">
          <Button icon={<Icon name="copy" />} onClick={() => copyToClipboard(commands)}>
            {t('devices-pages.codes.copyCommands')}
          </Button>
        </div>
        <p>{t('devices-pages.codes.after', { gateway })}</p>
      </div>
    </Modal>
  );
}
