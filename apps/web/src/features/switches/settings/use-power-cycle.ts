import { commandCalls } from '@airloom/contract/commands/commands.calls';
import type { DeviceDetail } from '@airloom/contract/devices/report.model';
import { useTranslation } from 'react-i18next';
import { useCommand } from '../../../shared/api/use-call.ts';
import type { Action } from '../../../shared/ui/actions/action.ts';
import { confirm } from '../../../shared/ui/feedback/confirm.ts';
import { toast } from '../../../shared/ui/feedback/toast.ts';

/** The action that turns the power of ports off and on again; its result names the optical ports that were left out. */
export function usePowerCycle({ deviceUUID, status }: DeviceDetail): (ports: readonly string[]) => Action {
  const { t } = useTranslation();
  const { run } = useCommand(commandCalls.sendCommand, { refresh: [commandCalls.listDeviceCommands] });

  async function send(ports: readonly string[]): Promise<void> {
    if (ports.length === 0) {
      toast.error(t('switches.rule.selectPort'));
      return;
    }
    const isConfirmed = await confirm({
      title: t('switches.powerCycle.title', { ports: ports.join(', ') }),
      text: t('switches.powerCycle.text'),
      action: t('switches.powerCycle.action'),
      danger: true,
    });
    if (!isConfirmed) return;
    const command = { name: 'powerCycle' as const, ports: [...ports] };
    const { skippedPorts } = await run({ deviceUUIDs: [deviceUUID], command });
    toast.success(t('switches.powerCycle.sent'));
    if (skippedPorts.length > 0)
      toast.info(t('switches.skipped', { count: skippedPorts.length, ports: skippedPorts.join(', ') }));
  }

  return (ports) => ({
    id: 'powerCycle',
    label: t('switches.powerCycle.action'),
    icon: 'reboot',
    needs: 'device_manage:operate',
    blocked: status === 'online' ? undefined : t('switches.powerCycle.offline'),
    run: () => void send(ports),
  });
}
