import type { Unsupported } from '@airloom/contract/configuration/unsupported';
import type { CompileInput, Contributor } from './contributors/contributor.ts';
import { interfaces } from './contributors/interfaces.ts';
import { metrics } from './contributors/metrics.ts';
import { ports } from './contributors/ports.ts';
import { radios } from './contributors/radios.ts';
import { services } from './contributors/services.ts';
import { switching } from './contributors/switch.ts';
import { unit } from './contributors/unit.ts';
import type { ConfigurationDocument } from './document.ts';

export interface Compiled {
  readonly document: ConfigurationDocument;
  /** What the device cannot do; named in the review before anything is sent. */
  readonly unsupported: readonly Unsupported[];
}

const CONTRIBUTORS: readonly Contributor[] = [unit, radios, ports, switching, interfaces, services, metrics];

/** Builds the configuration document of a device from its effective settings. */
export function compile(input: CompileInput): Compiled {
  const unsupported: Unsupported[] = [];
  const report = (one: Unsupported) => void unsupported.push(one);
  const parts = CONTRIBUTORS.map((contribute) => contribute(input, report));
  const document: ConfigurationDocument = Object.assign({ uuid: input.base.version }, ...parts);
  return { document, unsupported };
}
