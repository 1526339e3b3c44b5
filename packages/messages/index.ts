/**
 * English is the source: its keys are the type of every text of the product. A new domain is one file per
 * language and one line here.
 */
export interface Messages {
  access: typeof import('./en/access.json');
  account: typeof import('./en/account.json');
  adding: typeof import('./en/adding.json');
  alarms: typeof import('./en/alarms.json');
  devices: typeof import('./en/devices.json');
  'devices-pages': typeof import('./en/devices-pages.json');
  commands: typeof import('./en/commands.json');
  configuration: typeof import('./en/configuration.json');
  'configuration-pages': typeof import('./en/configuration-pages.json');
  'device-notes': typeof import('./en/device-notes.json');
  'device-detail': typeof import('./en/device-detail.json');
  'command-pages': typeof import('./en/command-pages.json');
  'firmware-pages': typeof import('./en/firmware-pages.json');
  logs: typeof import('./en/logs.json');
  errors: typeof import('./en/errors.json');
  firmware: typeof import('./en/firmware.json');
  'big-screen': typeof import('./en/big-screen.json');
  health: typeof import('./en/health.json');
  home: typeof import('./en/home.json');
  identity: typeof import('./en/identity.json');
  mail: typeof import('./en/mail.json');
  messages: typeof import('./en/messages.json');
  nav: typeof import('./en/nav.json');
  notices: typeof import('./en/notices.json');
  'notices-page': typeof import('./en/notices-page.json');
  'operation-log': typeof import('./en/operation-log.json');
  operations: typeof import('./en/operations.json');
  organizations: typeof import('./en/organizations.json');
  ports: typeof import('./en/ports.json');
  'remote-proxy': typeof import('./en/remote-proxy.json');
  reports: typeof import('./en/reports.json');
  rollout: typeof import('./en/rollout.json');
  safety: typeof import('./en/safety.json');
  shell: typeof import('./en/shell.json');
  statistics: typeof import('./en/statistics.json');
  switches: typeof import('./en/switches.json');
  telemetry: typeof import('./en/telemetry.json');
  terminals: typeof import('./en/terminals.json');
  'terminal-pages': typeof import('./en/terminal-pages.json');
  topology: typeof import('./en/topology.json');
  ui: typeof import('./en/ui.json');
  usage: typeof import('./en/usage.json');
  validation: typeof import('./en/validation.json');
  'web-shell': typeof import('./en/web-shell.json');
  wireless: typeof import('./en/wireless.json');
}

export type MessageDomain = keyof Messages;

type PluralForm = 'zero' | 'one' | 'two' | 'few' | 'many' | 'other';
type WithoutPlural<Name extends string> = Name extends `${infer Base}_${PluralForm}` ? Base : Name;

type KeysIn<Tree, Path extends string> = {
  [Name in keyof Tree & string]: Tree[Name] extends string
    ? `${Path}${WithoutPlural<Name>}`
    : KeysIn<Tree[Name], `${Path}${Name}.`>;
}[keyof Tree & string];

/** A key of the texts, e.g. `ui.save`; the plural form is chosen by `count`. */
export type MessageKey = KeysIn<Messages, ''>;

export interface MessageValues {
  readonly count?: number;
  readonly [name: string]: string | number | undefined;
}

export type Translate = (key: MessageKey, values?: MessageValues) => string;

const DOMAINS: Readonly<Record<MessageDomain, true>> = {
  access: true,
  account: true,
  adding: true,
  alarms: true,
  devices: true,
  'devices-pages': true,
  commands: true,
  configuration: true,
  'configuration-pages': true,
  'device-notes': true,
  'device-detail': true,
  'command-pages': true,
  'firmware-pages': true,
  logs: true,
  errors: true,
  firmware: true,
  'big-screen': true,
  health: true,
  home: true,
  identity: true,
  mail: true,
  messages: true,
  nav: true,
  notices: true,
  'notices-page': true,
  'operation-log': true,
  operations: true,
  organizations: true,
  ports: true,
  'remote-proxy': true,
  reports: true,
  rollout: true,
  safety: true,
  shell: true,
  statistics: true,
  switches: true,
  telemetry: true,
  terminals: true,
  'terminal-pages': true,
  topology: true,
  ui: true,
  usage: true,
  validation: true,
  'web-shell': true,
  wireless: true,
};

type MessageTree = Record<string, unknown>;

/** All texts of one language, for texts created outside the browser: responses, mail, SMS. */
export async function loadMessages(language: string): Promise<MessageTree> {
  const entries = await Promise.all(
    Object.keys(DOMAINS).map(async (domain): Promise<[string, unknown]> => {
      const module: { default: unknown } = await import(`./${language}/${domain}.json`, {
        with: { type: 'json' },
      });
      return [domain, module.default];
    }),
  );
  return Object.fromEntries(entries);
}
