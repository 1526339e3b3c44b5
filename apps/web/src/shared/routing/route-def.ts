import type { GuardKey } from '@airloom/contract/guards';
import type { MessageDomain } from '@airloom/messages';
import type { ComponentType } from 'react';
import type { DeviceTabParts } from '../devices/device-tab-parts.ts';
import type { MessageKey } from '../i18n/i18n.ts';
import type { LiveBinding } from '../live/live-binding.ts';
import type { SiteType } from '../session/current-site.ts';
import type { IconName } from '../ui/Icon.tsx';

/** One screen, or a section of screens. Router, guard, sidebar, breadcrumbs, title and palette all read it. */
export interface RouteDef {
  /** Whole, from the root: `/topnav/org`, `/store/productdetail/:productUUID`. */
  readonly path: string;
  readonly title: MessageKey;
  readonly icon?: IconName;
  /** Without this grant, or one of these, the route is not there. */
  readonly permission?: GuardKey | readonly GuardKey[];
  /** Besides its key, or this one of its keys, it needs one to a device class, as calls with the same mark do. */
  readonly ofDevices?: true | GuardKey;
  /**
   * The current site type the page is for (specification §6). Menus, palette, shortcuts and redirects leave it out while
   * another type is selected. Every page behind the sign-in has it.
   */
  readonly siteType?: SiteType | 'any';
  /**
   * How the page relates to the scope in the header: by default it shows what belongs to it. `account`: the page covers
   * the whole account; `object`: it shows one object, whose site becomes the scope.
   */
  readonly scope?: 'account' | 'object';
  /** Where the path itself leads; repointed when that child is not there for somebody. */
  readonly redirect?: string;
  /** Shown in the sidebar. */
  readonly menu?: boolean;
  /** The section is about the whole account, not about the selected site. */
  readonly ofAccount?: true;
  /** The letters after `g` that open the page: one of its section, one of its own. */
  readonly jump?: string;
  /** Needs no session, even inside a section that does. */
  readonly public?: boolean;
  /** Big screen: dark, without header and sidebar. */
  readonly bigScreen?: boolean;
  /** Opened from the big screen and shown in its mode. */
  readonly fromBigScreen?: boolean;
  readonly children?: readonly RouteDef[];
  readonly page?: () => Promise<{ default: ComponentType }>;
}

/** Adds screens to a section that another feature declares. */
export interface RouteExtension {
  readonly path: string;
  readonly children: readonly RouteDef[];
}

export interface Feature {
  /** Tabs that it adds to device pages. */
  readonly deviceTabs?: DeviceTabParts;
  readonly routes: readonly (RouteDef | RouteExtension)[];
  /** Domains of texts its screens need, loaded before the first of them shows. */
  readonly messages: readonly MessageDomain[];
  /** Live messages and what they make out of date; fetched with the shell, not with the sign-in page. */
  readonly live?: () => Promise<{ live: readonly LiveBinding[] }>;
}
