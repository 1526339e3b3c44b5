/**
 * Which modules travel together, each with all that it imports. Left to itself the bundler makes a chunk of every
 * set of modules that some pages share, and a page asks for a hundred and fifty of them.
 */

/** Libraries that every page needs; they change seldom, so browsers keep them over our releases. */
const LIBRARIES = [
  'react',
  'react-dom',
  'scheduler',
  'react-router',
  'i18next',
  'react-i18next',
  'zod',
  'zustand',
  '@tanstack/react-query',
  '@tanstack/query-core',
].map((name) => `node_modules/${name}/`);

/** What is fetched first: the pages before signing in are made of this. */
const GATE = [
  'src/main.tsx',
  'src/features/identity/components/GateFrame.tsx',
  'src/features/identity/components/OtherSignInMethods.tsx',
  'src/features/identity/components/RefusalNote.tsx',
  'src/features/identity/components/SecondFactorGate.tsx',
  'src/features/identity/components/phone-input.tsx',
  'src/features/identity/use-code-sender.ts',
  'src/features/identity/use-sign-in.ts',
  'src/shared/api/use-call.ts',
  'src/shared/form/chosen-password.tsx',
  'src/shared/form/SchemaForm.tsx',
  'src/shared/form/text-inputs.tsx',
  'src/shared/form/use-schema-form.ts',
  'src/shared/ui/feedback/FailedState.tsx',
  'src/shared/ui/layout/PublicHeader.tsx',
  'node_modules/antd/es/button/index.js',
];

/** Whoever is invited is told as what; the pages inside need it too. */
const ROLES = [
  'packages/contract/src/access/access.calls.ts',
  'src/shared/access/role-name.ts',
  'src/shared/i18n/use-format.ts',
];

/** What every page inside needs, at once or a moment later: the frame, what stands in it, what is heard live. */
const INSIDE = [
  'src/app/live-line.ts',
  'src/app/shell/Header.tsx',
  'src/app/shell/navigation/Sidebar.tsx',
  'src/features/alarms/AlarmBell.tsx',
  'src/features/commands/CommandCentre.tsx',
  'src/features/firmware/UpgradeOffer.tsx',
  'src/features/messages/MessageCentre.tsx',
  'src/shared/api/told.ts',
  'src/shared/devices/use-kind-names.ts',
  'src/shared/devices/use-status-names.ts',
  'src/shared/i18n/use-units.ts',
  'src/shared/routing/',
  'src/shared/ui/actions/IconButton.tsx',
  'src/shared/ui/StatusDot.tsx',
  'src/shared/ui/Times.tsx',
  'node_modules/antd/es/segmented/',
  'node_modules/antd/es/tooltip/',
  '.live.ts',
  '.queries.ts',
];

/** The route table behind the sign-in, with its icons and the list of its texts. */
const ROUTES = [
  'src/app/inside-features.ts',
  'src/shared/ui/inside-icons.ts',
  'src/shared/i18n/inside-texts.ts',
];

/** Dialogs and toasts, also before signing in. */
const FEEDBACK = ['src/shared/ui/feedback/feedback.tsx'];

/** What most pages inside are made of. */
const PARTS = ['src/shared/table/', 'src/shared/form/', 'src/shared/ui/', 'src/shared/logs/'];

/** By parts of their paths; what several name travels with the first. */
export const TOGETHER = {
  libraries: LIBRARIES,
  gate: GATE,
  feedback: FEEDBACK,
  roles: ROLES,
  routes: ROUTES,
  inside: INSIDE,
  parts: PARTS,
};

/** Domains of the texts that are seen on every page, and on every page inside. */
export const TEXTS_OF_GATE = ['ui', 'validation'];
export const TEXTS_INSIDE = [
  'nav',
  'shell',
  'alarms',
  'commands',
  'command-pages',
  'devices',
  'firmware',
  'firmware-pages',
  'messages',
  'notices',
];

const among = (parts: readonly string[]) => (id: string) => {
  const path = id.replaceAll('\\', '/');
  return parts.some((part) => path.includes(part));
};

/** The chunk that holds these texts, if they share one. */
export function textsOf(id: string): string | null {
  const [, language, domain = ''] = /[\\/]packages[\\/]messages[\\/](\w+)[\\/]([\w-]+)\.json$/.exec(id) ?? [];
  if (TEXTS_OF_GATE.includes(domain)) return `texts-${language}`;
  if (TEXTS_INSIDE.includes(domain)) return `texts-inside-${language}`;
  return null;
}

export const chunkGroups = [
  { name: textsOf },
  ...Object.entries(TOGETHER).map(([name, parts]) => ({ name, test: among(parts) })),
];
