import {
  Building2,
  Check,
  ChevronDown,
  ChevronLeft,
  ChevronRight,
  CircleCheckBig,
  Copy,
  ExternalLink,
  KeyRound,
  Languages,
  Lock,
  LogIn,
  type LucideIcon,
  Mail,
  MapPin,
  Monitor,
  Moon,
  OctagonX,
  RefreshCw,
  Search,
  Send,
  Shield,
  Smartphone,
  Sun,
  TriangleAlert,
  Users,
  X,
} from 'lucide-react';
import type { insideIcons } from './inside-icons.ts';

/** Icons of the pages before the sign-in; they are part of the first load. */
const publicIcons = {
  check: Check,
  close: X,
  copy: Copy,
  down: ChevronDown,
  external: ExternalLink,
  key: KeyRound,
  language: Languages,
  left: ChevronLeft,
  locked: Lock,
  mail: Mail,
  moon: Moon,
  organization: Building2,
  people: Users,
  phone: Smartphone,
  refresh: RefreshCw,
  right: ChevronRight,
  role: Shield,
  search: Search,
  send: Send,
  signIn: LogIn,
  site: MapPin,
  sun: Sun,
  system: Monitor,
  urgent: OctagonX,
  warning: TriangleAlert,
  well: CircleCheckBig,
} as const;

export type IconName = keyof typeof publicIcons | keyof typeof insideIcons;
export type Drawing = IconName | LucideIcon;

const icons: Partial<Record<IconName, LucideIcon>> = { ...publicIcons };

/** Makes the icons behind the sign-in known by their names. */
export function addIcons(more: Readonly<Record<string, LucideIcon>>): void {
  Object.assign(icons, more);
}

/** Always beside a word, or inside a control that has a name of its own; so screen readers skip it. */
export function Icon({ name, size = 16 }: { name: Drawing; size?: number }) {
  const Drawn = typeof name === 'string' ? icons[name] : name;
  if (!Drawn) throw new Error(`the icon ${String(name)} is not loaded here`);
  return <Drawn size={size} strokeWidth={1.75} aria-hidden focusable={false} />;
}
