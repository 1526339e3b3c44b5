import type { Topology } from '@airloom/contract/topology/topology.model';
import { useMemo, useState } from 'react';
import { toast } from '../../../shared/ui/feedback/toast.ts';
import { branchOf, type Tree } from '../model/tree.ts';
import type { LinkDraft } from './LinkForm.tsx';
import { useWhyRefused } from './use-link-labels.ts';

const NONE_CLOSED: ReadonlySet<string> = new Set();

export interface Linking {
  readonly isOn: boolean;
  /** The lower device, once it is chosen. */
  readonly chosen: string | null;
  readonly chosenName: string;
  /** Those that cannot be the upper one, as far as it can be told beforehand. */
  readonly barred: ReadonlySet<string> | null;
  pick(id: string): void;
  /** Chooses from lists instead. */
  fill(): void;
  end(): void;
}

/** Two devices are chosen on the picture: first the one that hangs below, then the one it hangs at. */
export function useLinking(
  isOn: boolean,
  topology: Topology,
  tree: Tree,
  nameOf: (id: string) => string,
  onLinked: (ends: LinkDraft | null) => void,
): Linking {
  const [lower, setLower] = useState<string | null>(null);
  const whyRefused = useWhyRefused(topology.links, nameOf);
  const chosen = isOn ? lower : null;
  const barred = useMemo(
    () => (chosen === null ? null : new Set(branchOf(tree, NONE_CLOSED, chosen))),
    [chosen, tree],
  );
  return {
    isOn,
    chosen,
    chosenName: chosen === null ? '' : nameOf(chosen),
    barred,
    pick(id) {
      if (chosen === null) {
        setLower(id);
        return;
      }
      const ends = { upperUUID: id, lowerUUID: chosen };
      const refused = whyRefused(ends);
      if (refused === null) {
        setLower(null);
        onLinked(ends);
      } else toast.error(refused);
    },
    fill() {
      setLower(null);
      onLinked({ upperUUID: '', lowerUUID: chosen ?? '' });
    },
    end() {
      setLower(null);
      onLinked(null);
    },
  };
}
