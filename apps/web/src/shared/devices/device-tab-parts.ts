import type { DeviceDetail } from '@airloom/contract/devices/report.model';
import type { MessageDomain } from '@airloom/messages';
import { type ComponentType, createElement, type LazyExoticComponent, lazy, type ReactNode } from 'react';
import { loadTexts } from '../i18n/i18n.ts';

/** Tabs of device pages that other features contribute. */
export type ContributedTab = 'ports' | 'accessPoints';

type TabPart = ComponentType<{ device: DeviceDetail }>;

export interface DeviceTabPart {
  readonly messages: readonly MessageDomain[];
  readonly part: () => Promise<TabPart>;
}

export type DeviceTabParts = Readonly<Partial<Record<ContributedTab, DeviceTabPart>>>;

const parts = new Map<string, LazyExoticComponent<TabPart>>();

/** Called with the features behind the sign-in; the code of a tab is loaded when it opens. */
export function addDeviceTabs(contributed: DeviceTabParts): void {
  for (const [tab, { messages, part }] of Object.entries(contributed)) {
    parts.set(
      tab,
      lazy(async () => {
        const [loaded] = await Promise.all([part(), loadTexts(messages)]);
        return { default: loaded };
      }),
    );
  }
}

export function renderDeviceTab(tab: ContributedTab, device: DeviceDetail): ReactNode {
  const part = parts.get(tab);
  return part && createElement(part, { device });
}
