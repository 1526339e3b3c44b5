import { commandCalls } from '@airloom/contract/commands/commands.calls';
import { COMMAND_LIMITS } from '@airloom/contract/commands/commands.limits';
import type { DeviceDetail } from '@airloom/contract/devices/report.model';
import { possibleUplinks } from '@airloom/contract/switches/uplink';
import { Cable } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useCommand } from '../../../shared/api/use-call.ts';
import type { Action } from '../../../shared/ui/actions/action.ts';
import { confirm, type Question } from '../../../shared/ui/feedback/confirm.ts';
import { toast } from '../../../shared/ui/feedback/toast.ts';

type PortCommand = 'powerCycle' | 'cableTest';

interface PortCommands {
  /** Turns the power of ports off and on again. */
  powerCycle(ports: readonly string[]): Action;
  /** Measures the cables at ports. */
  cableTest(ports: readonly string[]): Action;
}

/** Commands for ports of a switch: asks before links go down, and names the optical ports that were left out. */
export function usePortCommands(device: DeviceDetail): PortCommands {
  const { t } = useTranslation();
  const { deviceUUID, status, report, name: deviceName } = device;
  const { run } = useCommand(commandCalls.sendCommand, {
    refresh: [commandCalls.listDeviceCommands, commandCalls.listCableTests],
  });
  const known = report?.ports ?? [];

  function questionOf(
    name: PortCommand,
    ports: readonly string[],
    uplinks: readonly string[],
  ): Question | null {
    const isTest = name === 'cableTest';
    if (uplinks.length > 0)
      return {
        title: t(isTest ? 'switches.cable.uplinkTitle' : 'switches.powerCycle.uplinkTitle', {
          count: uplinks.length,
          ports: uplinks.join(', '),
        }),
        text: t(isTest ? 'switches.cable.uplinkText' : 'switches.powerCycle.uplinkText', {
          name: deviceName,
        }),
        action: t(isTest ? 'switches.cable.uplinkAction' : 'switches.powerCycle.uplinkAction'),
        danger: true,
      };
    if (!isTest)
      return {
        title: t('switches.powerCycle.title', { ports: ports.join(', ') }),
        text: t('switches.powerCycle.text'),
        action: t('switches.powerCycle.action'),
        danger: true,
      };
    const linked = known.filter((port) => port.linked && ports.includes(port.name));
    if (linked.length === 0) return null;
    return {
      title: t('switches.cable.title', { ports: ports.join(', ') }),
      text: t('switches.cable.text'),
      action: t('switches.cable.action'),
      danger: true,
    };
  }

  async function send(name: PortCommand, ports: readonly string[]): Promise<void> {
    if (ports.length === 0) {
      toast.error(t('switches.rule.selectPort'));
      return;
    }
    if (name === 'cableTest' && ports.length > COMMAND_LIMITS.cableTestPortsMax) {
      toast.error(t('switches.cable.tooMany', { maximum: COMMAND_LIMITS.cableTestPortsMax }));
      return;
    }
    const affected = known.filter(
      (port) =>
        ports.includes(port.name) && port.optical !== true && (name === 'cableTest' || port.power !== null),
    );
    const confirmedUplinks = possibleUplinks(known).filter((port) =>
      affected.some((one) => one.name === port),
    );
    const question = questionOf(name, ports, confirmedUplinks);
    if (question !== null && !(await confirm(question))) return;
    const command = { name, ports: [...ports], confirmedUplinks };
    const { skippedPorts } = await run({ deviceUUIDs: [deviceUUID], command });
    toast.success(t(name === 'cableTest' ? 'switches.cable.sent' : 'switches.powerCycle.sent'));
    if (skippedPorts.length > 0)
      toast.info(
        t(name === 'cableTest' ? 'switches.cable.skipped' : 'switches.skipped', {
          count: skippedPorts.length,
          ports: skippedPorts.join(', '),
        }),
      );
  }

  const blocked = status === 'online' ? undefined : t('switches.powerCycle.offline');
  return {
    powerCycle: (ports) => ({
      id: 'powerCycle',
      label: t('switches.powerCycle.action'),
      icon: 'reboot',
      needs: 'device_manage:operate',
      blocked,
      run: () => void send('powerCycle', ports),
    }),
    cableTest: (ports) => ({
      id: 'cableTest',
      label: t('switches.cable.action'),
      icon: Cable,
      needs: 'device_manage:operate',
      blocked,
      run: () => void send('cableTest', ports),
    }),
  };
}
