export const SHELL_SESSIONS_PATH = '/device/shellSessions';

/** The shell sessions of one device. */
export function shellSessionsOf(deviceUUID: string): string {
  return `${SHELL_SESSIONS_PATH}?${new URLSearchParams({ deviceUUID })}`;
}
