import { FlaskConical, ShieldCheck } from 'lucide-react';
import { type ComponentType, type LazyExoticComponent, lazy } from 'react';
import type { MessageKey } from '../../../shared/i18n/i18n.ts';
import type { Drawing } from '../../../shared/ui/Icon.tsx';

export interface Way {
  /** In the address: `/device/add?way=code`. */
  readonly id: string;
  readonly icon: Drawing;
  readonly title: MessageKey;
  readonly text: MessageKey;
  readonly Step: LazyExoticComponent<ComponentType>;
}

/** Ways to add devices; each is one entry, and its step ends in a progress panel. */
export const WAYS: readonly Way[] = [
  {
    id: 'certificate',
    icon: ShieldCheck,
    title: 'adding.way.certificate',
    text: 'adding.way.certificateText',
    Step: lazy(() => import('./CertificateStep.tsx')),
  },
  {
    id: 'code',
    icon: 'key',
    title: 'adding.way.code',
    text: 'adding.way.codeText',
    Step: lazy(() => import('./CodeStep.tsx')),
  },
  {
    id: 'virtual',
    icon: FlaskConical,
    title: 'adding.way.virtual',
    text: 'adding.way.virtualText',
    Step: lazy(() => import('./VirtualStep.tsx')),
  },
];
