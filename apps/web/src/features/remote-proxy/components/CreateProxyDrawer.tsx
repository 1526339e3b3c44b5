import { remoteProxyCalls } from '@airloom/contract/remote-proxy/remote-proxy.calls';
import { REMOTE_PROXY_LIMITS } from '@airloom/contract/remote-proxy/remote-proxy.limits';
import {
  type CreatedProxy,
  PROXY_PROTOCOLS,
  type ProxyDevice,
  type ProxyProtocol,
} from '@airloom/contract/remote-proxy/remote-proxy.model';
import { remoteProxyInput } from '@airloom/contract/remote-proxy/remote-proxy.rules';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCommand } from '../../../shared/api/use-call.ts';
import { entriesInput } from '../../../shared/form/many-inputs.tsx';
import { numberInput, selectInput } from '../../../shared/form/rich-inputs.tsx';
import { textInput } from '../../../shared/form/text-inputs.tsx';
import { useSchemaForm } from '../../../shared/form/use-schema-form.ts';
import { FormDrawer } from '../../../shared/ui/layout/FormDrawer.tsx';
import { deviceInput } from './ProxyDeviceInput.tsx';

const HOURS = [1, 2, 4, 8, 12, 24] as const;
const USUAL_PORT: Readonly<Record<ProxyProtocol, number>> = { http: 80, https: 443, tcp: 22 };

interface CreateProxyDrawerProps {
  /** Selected at first; undefined if none is given, or the given one is offline or does not support proxies. */
  device: ProxyDevice | undefined;
  /** The person's own, as source of TCP connections. */
  address: string;
  onClose(): void;
  onCreated(created: CreatedProxy): void;
}

export default function CreateProxyDrawer(props: CreateProxyDrawerProps) {
  const { device, address, onClose, onCreated } = props;
  const { t } = useTranslation();
  const create = useCommand(remoteProxyCalls.createRemoteProxy, {
    refresh: [remoteProxyCalls.listRemoteProxies],
  });
  const [chosen, setChosen] = useState(device);
  const form = useSchemaForm({
    schema: remoteProxyInput,
    initial: {
      deviceUUID: device?.deviceUUID ?? '',
      protocol: 'http',
      localAddress: device?.ip ?? '',
      localPort: USUAL_PORT.http,
      hours: REMOTE_PROXY_LIMITS.hoursUsual,
      sources: [],
    },
    submit: async (values) => onCreated(await create.run(values)),
  });
  const isOffered = (protocol: ProxyProtocol): boolean =>
    chosen === undefined || (protocol === 'tcp' ? chosen.tcp : chosen.web);

  function chooseDevice(next: ProxyDevice): void {
    setChosen(next);
    form.set('deviceUUID', next.deviceUUID);
    form.set('localAddress', next.ip);
  }

  function chooseProtocol(protocol: ProxyProtocol | undefined): void {
    if (protocol === undefined) return;
    form.set('protocol', protocol);
    form.set('localPort', USUAL_PORT[protocol]);
    if (protocol === 'tcp' && form.values.sources?.length === 0) form.set('sources', [address]);
  }

  const protocolInput = selectInput<ProxyProtocol>({
    choices: PROXY_PROTOCOLS.map((protocol) => ({
      value: protocol,
      label: protocol.toUpperCase(),
      disabled: !isOffered(protocol),
    })),
  });
  return (
    <FormDrawer
      open
      title={t('remote-proxy.create')}
      action={t('remote-proxy.create')}
      form={form}
      fields={[
        {
          name: 'deviceUUID',
          label: 'remote-proxy.form.device',
          hint: 'remote-proxy.form.deviceHint',
          input: deviceInput(chosen, chooseDevice),
        },
        {
          name: 'protocol',
          label: 'remote-proxy.form.protocol',
          input: (control) => protocolInput({ ...control, onChange: chooseProtocol }),
        },
        {
          name: 'localAddress',
          label: 'remote-proxy.form.localAddress',
          hint: 'remote-proxy.form.localAddressHint',
          input: textInput({ autoComplete: 'off' }),
        },
        { name: 'localPort', label: 'remote-proxy.form.localPort', input: numberInput() },
        {
          name: 'hours',
          label: 'remote-proxy.form.hours',
          input: selectInput<number>({
            choices: HOURS.map((hours) => ({
              value: hours,
              label: t('remote-proxy.hours', { count: hours }),
            })),
          }),
        },
        {
          name: 'sources',
          label: 'remote-proxy.form.sources',
          hint: 'remote-proxy.form.sourcesHint',
          input: entriesInput('203.0.113.0/24', (entry) => entry.trim()),
        },
      ]}
      onClose={onClose}
    />
  );
}
