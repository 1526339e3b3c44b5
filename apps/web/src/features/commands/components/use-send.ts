import { commandCalls } from '@airloom/contract/commands/commands.calls';
import type { CommandInput } from '@airloom/contract/commands/commands.rules';
import { useCallback } from 'react';
import { useCommand } from '../../../shared/api/use-call.ts';
import { showBatch } from '../command-store.ts';
import { COMMAND_CALLS } from '../commands.queries.ts';

interface Receivers {
  devices: readonly { deviceUUID: string }[];
  done?: (() => void) | undefined;
}

/** Sends a command and shows its progress. */
export function useSend(): (receivers: Receivers, command: CommandInput) => Promise<void> {
  const { run } = useCommand(commandCalls.sendCommand, { refresh: COMMAND_CALLS });
  return useCallback(
    async ({ devices, done }, command) => {
      const { cfgUUID } = await run({ deviceUUIDs: devices.map((device) => device.deviceUUID), command });
      done?.();
      showBatch(cfgUUID);
    },
    [run],
  );
}
