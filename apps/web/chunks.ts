/**
 * Chunk groups: modules bundled together with their imports. By default the bundler creates a chunk for every set of
 * shared modules, and a page loads a hundred and fifty of them.
 */

/** Libraries of every page; they rarely change, so browsers cache them across releases. */
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

/** Loaded first: the public pages and the sign-in. */
const SIGN_IN = [
  'src/main.tsx',
  'src/features/identity/components/GateFrame.tsx',
  'src/features/identity/components/OtherSignInMethods.tsx',
  'src/features/identity/components/RefusalNote.tsx',
  'src/features/identity/use-code-sender.ts',
  'src/features/identity/use-sign-in.ts',
  'src/shared/api/use-call.ts',
  'src/shared/form/SchemaForm.tsx',
  'src/shared/form/text-inputs.tsx',
  'src/shared/form/use-schema-form.ts',
  'src/shared/ui/feedback/FailedState.tsx',
  'src/shared/ui/layout/PublicHeader.tsx',
  'node_modules/antd/es/button/index.js',
];

/** Parts of the libraries above that only pages behind the sign-in use; with their library they would load first. */
const LATER = [
  'node_modules/@rc-component/input/es/ResizableTextArea.js',
  'node_modules/@rc-component/input/es/TextArea.js',
  'node_modules/@rc-component/input/es/calculateNodeHeight.js',
  'node_modules/@rc-component/motion/es/CSSMotionList.js',
  'node_modules/@rc-component/motion/es/util/diff.js',
  'node_modules/@rc-component/resize-observer/',
  'node_modules/zustand/esm/middleware.mjs',
];

/** Contacts and new passwords: registration, password reset and account settings. */
const REGISTRATION = [
  'packages/contract/src/identity/registration.calls.ts',
  'src/features/identity/components/phone-input.tsx',
  'src/shared/form/chosen-password.tsx',
];

/** The signed-in person and the names of roles: invitations, QR sign-in and the pages behind the sign-in. */
const ROLES = [
  'packages/contract/src/access/access.calls.ts',
  'packages/contract/src/identity/identity.calls.ts',
  'src/shared/access/role-name.ts',
  'src/shared/i18n/use-format.ts',
];

/** Needed by every page behind the sign-in: shell, header parts and live updates. */
const INSIDE = [
  'src/app/live-connection.ts',
  'src/app/shell/Header.tsx',
  'src/app/shell/navigation/Sidebar.tsx',
  'src/features/alarms/AlarmBell.tsx',
  'src/features/commands/CommandCentre.tsx',
  'src/features/firmware/UpgradeOffer.tsx',
  'src/features/messages/MessageCentre.tsx',
  'src/shared/api/ignore-call-failure.ts',
  'src/shared/devices/use-kind-names.ts',
  'src/shared/devices/use-status-names.ts',
  'src/shared/i18n/use-units.ts',
  'src/shared/routing/',
  'src/shared/ui/actions/IconButton.tsx',
  'src/shared/ui/StatusDot.tsx',
  'src/shared/ui/Times.tsx',
  'node_modules/antd/es/tooltip/',
  '.live.ts',
];

/** The route table behind the sign-in, with its icons. */
const ROUTES = ['src/app/inside-features.ts', 'src/shared/ui/inside-icons.ts'];

/** What dialogs and toasts share with popups and drawers. */
const LAYERS = [
  'src/shared/ui/layout/dialog-actions.css',
  'node_modules/@rc-component/portal/',
  'node_modules/@rc-component/util/es/getScrollBarSize.js',
  'node_modules/@rc-component/util/es/mergeProps.js',
  'node_modules/@rc-component/util/es/pickAttrs.js',
  'node_modules/@ant-design/icons/es/icons/CloseOutlined.js',
  'node_modules/antd/es/_util/PurePanel.js',
  'node_modules/antd/es/_util/hooks/useClosable.js',
  'node_modules/antd/es/_util/hooks/useMergedMask.js',
  'node_modules/antd/es/_util/hooks/useZIndex.js',
  'node_modules/antd/es/_util/motion.js',
  'node_modules/antd/es/drawer/useFocusable.js',
  'node_modules/antd/es/skeleton/',
  'node_modules/antd/es/style/motion/',
  'node_modules/antd/es/watermark/context.js',
];

/** Dialogs and toasts, also before signing in. */
const FEEDBACK = ['src/shared/ui/feedback/feedback.tsx'];

/** Components of most pages behind the sign-in. */
const PARTS = ['src/shared/table/', 'src/shared/form/', 'src/shared/ui/', 'src/shared/logs/'];

/** Among them, but of a few pages, of phones only, or loaded when needed. */
export const RARE_PARTS = [
  'node_modules/@tanstack/query-core/build/modern/queriesObserver.js',
  'node_modules/@tanstack/react-query/build/modern/useQueries.js',
  'src/shared/form/moment/MomentInput.tsx',
  'src/shared/form/moment/choice/',
  'src/shared/form/moment/moment-text.ts',
  'src/shared/form/moment/month-days.ts',
  'src/shared/logs/DeviceLog.tsx',
  'src/shared/logs/log-details.ts',
  'src/shared/table/RowLink.tsx',
  'src/shared/table/Virtual',
  'src/shared/table/filters/',
  'src/shared/table/use-windowed.ts',
  'src/shared/table/windowed-pages.ts',
  'src/shared/ui/ShownOnce.tsx',
  'src/shared/ui/documents/',
  'src/shared/ui/layout/Dialog.tsx',
  'src/shared/ui/layer-history.ts',
];

/** Matched by path; a module of several groups belongs to the first. */
export const CHUNK_MODULES = {
  later: LATER,
  libraries: LIBRARIES,
  'sign-in': SIGN_IN,
  registration: REGISTRATION,
  layers: LAYERS,
  feedback: FEEDBACK,
  roles: ROLES,
  routes: ROUTES,
  inside: INSIDE,
  parts: PARTS,
};

/** Message domains of every page, and of every page behind the sign-in. */
export const PUBLIC_TEXTS = ['ui', 'validation'];
export const SIGNED_IN_TEXTS = [
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

const isRare = among(RARE_PARTS);

/** The shared chunk of a message file, if any. */
export function textsOf(id: string): string | null {
  const [, language, domain = ''] = /[\\/]packages[\\/]messages[\\/](\w+)[\\/]([\w-]+)\.json$/.exec(id) ?? [];
  if (PUBLIC_TEXTS.includes(domain)) return `texts-${language}`;
  if (SIGNED_IN_TEXTS.includes(domain)) return `texts-inside-${language}`;
  return null;
}

export const chunkGroups = [
  { name: textsOf },
  ...Object.entries(CHUNK_MODULES).map(([name, parts]) => {
    const isPart = among(parts);
    return {
      name,
      test: (id: string) => isPart(id) && !isRare(id),
      // Its modules import their library; the library stays where it is.
      includeDependenciesRecursively: parts !== LATER,
    };
  }),
];
