import type { ConfigurationFault, Faults } from '../device/faults.ts';
import { type Json, recordsIn } from '../json.ts';
import { pathsIn, without } from './document-paths.ts';
import { refused, skipped } from './rejections.ts';
import type { Verdict } from './verdict.ts';

/** The fault for a received document; it is used up after its number of times. */
export function takeFault(faults: Faults, document: Json): ConfigurationFault {
  const { configuration, rejectedPath } = faults;
  const isRejection = configuration === 'partly' || configuration === 'refused';
  const isMet = !isRejection || rejectedPath === null || pathsIn(document, rejectedPath).length > 0;
  if (configuration === 'none' || !isMet) return 'none';
  faults.configurationTimes -= 1;
  if (faults.configurationTimes <= 0)
    Object.assign(faults, { configuration: 'none', configurationTimes: Number.POSITIVE_INFINITY });
  return configuration;
}

interface Outcome extends Verdict {
  /** What the device applies. */
  readonly document: Json;
}

/** The verdict of a device and what it applies, with a fault. */
export function outcomeOf(
  fault: ConfigurationFault,
  faults: Faults,
  document: Json,
  verdict: Verdict,
): Outcome {
  if (verdict.error === 2) return { ...verdict, document };
  const paths = rejectedPaths(faults, document);
  const words = (write: typeof refused) => paths.map((path) => write(path, faults.rejectedText));
  switch (fault) {
    case 'refused':
      return { error: 2, rejected: words(refused), document };
    case 'partly': {
      const rejected = [...verdict.rejected, ...words(skipped)];
      return { error: 1, rejected, document: without(document, paths) };
    }
    case 'incomplete':
      return { ...verdict, document: without(document, lastNetwork(document)) };
    default:
      return { ...verdict, document };
  }
}

function rejectedPaths({ rejectedPath }: Faults, document: Json): string[] {
  return rejectedPath === null ? ['/unit/name'] : pathsIn(document, rejectedPath);
}

function lastNetwork(document: Json): string[] {
  const all = recordsIn(document['interfaces']).flatMap((one, index) =>
    recordsIn(one['ssids']).map((_, at) => `/interfaces/${index}/ssids/${at}`),
  );
  return all.slice(-1);
}
