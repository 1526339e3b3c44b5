import type { Setting } from '@airloom/contract/configuration/configuration.model';
import { useState } from 'react';

export interface Base {
  /** The version that the form was opened with; null for a new setting. */
  base: Setting | null;
  /** Whether another version was stored meanwhile. */
  outdated: boolean;
  /** Continues from the newest version. */
  update(): void;
  /** Whether values of the form were applied since. */
  isApplied: boolean;
  setApplied(): void;
}

function isVersion(one: Setting | null, other: Setting | null): boolean {
  return one?.settingUUID === other?.settingUUID && one?.version === other?.version;
}

/** Settings are read again while a form is open: its edits stay those of the version it began with. */
export function useBase(newest: Setting | null): Base {
  const [base, setBase] = useState(newest);
  const [isApplied, setApplied] = useState(false);
  return {
    base,
    outdated: !isVersion(base, newest),
    update() {
      setBase(newest);
      setApplied(false);
    },
    isApplied,
    setApplied: () => setApplied(true),
  };
}
