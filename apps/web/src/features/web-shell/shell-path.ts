export const SHELL_PATH = '/device/sshConnect';
export const SHELL_REPLAY_PATH = '/device/shellReplay';

export function shellPage(deviceUUID: string): string {
  return `${SHELL_PATH}?deviceUUID=${deviceUUID}`;
}
