export type { ShellBrowser, ShellSession } from './shell-session.ts';
export type { ShellSessions } from './shell-sessions.ts';
export { createWebShell } from './web-shell.module.ts';
export { seesRecording } from './web-shell.service.ts';
