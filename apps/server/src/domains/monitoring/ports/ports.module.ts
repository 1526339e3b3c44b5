import type { portCalls } from '@airloom/contract/ports/ports.calls';
import type { Handlers } from '../../../platform/http/handlers.ts';
import type { DomainModule, Platform } from '../../../platform/platform.ts';
import { portRoutes } from './ports.routes.ts';

/** What is known about the ports of a device beside their state: traffic, link changes, addresses, access points. */
export function createPorts(platform: Platform): DomainModule<Handlers<keyof typeof portCalls>> {
  return { handlers: portRoutes(platform) };
}
