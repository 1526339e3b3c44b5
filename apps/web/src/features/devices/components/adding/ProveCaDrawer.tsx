import { deviceCalls } from '@airloom/contract/devices/devices.calls';
import type { TrustedCa } from '@airloom/contract/devices/devices.model';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { useCommand } from '../../../../shared/api/use-call.ts';
import { textAreaInput } from '../../../../shared/form/rich-inputs.tsx';
import { useSchemaForm } from '../../../../shared/form/use-schema-form.ts';
import { CopyText } from '../../../../shared/ui/CopyText.tsx';
import { copyToClipboard } from '../../../../shared/ui/copy-to-clipboard.ts';
import { toast } from '../../../../shared/ui/feedback/toast.ts';
import { Icon } from '../../../../shared/ui/Icon.tsx';
import { FormDrawer } from '../../../../shared/ui/layout/FormDrawer.tsx';
import { proofCommands } from '../../proof-commands.ts';
import '../devices.css';

const REFRESH = [deviceCalls.listTrustedCas];
const PEM_LINES = 12;
const PEM_EXAMPLE = '-----BEGIN CERTIFICATE-----';

interface ProveCaDrawerProps {
  ca: Pick<TrustedCa, 'trustedCaUUID' | 'name'>;
  challenge: string;
  onClose(): void;
}

/** Only the holder of the authority's key can issue a certificate to the challenge. */
export function ProveCaDrawer({ ca: { trustedCaUUID, name }, challenge, onClose }: ProveCaDrawerProps) {
  const { t } = useTranslation();
  const prove = useCommand(deviceCalls.proveTrustedCa, { refresh: REFRESH });
  const commands = proofCommands(challenge);
  const form = useSchemaForm({
    schema: deviceCalls.proveTrustedCa.input,
    initial: { trustedCaUUID, certificate: '' },
    async submit(values) {
      await prove.run(values);
      toast.success(t('devices-pages.cas.provenDone', { name }));
    },
  });
  return (
    <FormDrawer
      open
      wide
      title={t('devices-pages.cas.proveTitle', { name })}
      action={t('devices-pages.cas.prove')}
      form={form}
      fields={[
        {
          name: 'certificate',
          label: 'devices-pages.cas.proof',
          hint: 'devices-pages.cas.proofHint',
          input: textAreaInput({ rows: PEM_LINES, placeholder: PEM_EXAMPLE }),
        },
      ]}
      onClose={onClose}
    >
      <div className="devices-stack">
        <p>{t('devices-pages.cas.proveText')}</p>
        <p className="devices-code">
          <CopyText text={challenge} />
        </p>
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- long lines must scroll by keyboard too */}
        <pre className="devices-commands" tabIndex={0}>
          {commands}
        </pre>
        <div className="form-actions">
          <Button icon={<Icon name="copy" />} onClick={() => copyToClipboard(commands)}>
            {t('devices-pages.cas.copy')}
          </Button>
        </div>
      </div>
    </FormDrawer>
  );
}
