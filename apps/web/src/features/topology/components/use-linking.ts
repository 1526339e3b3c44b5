import type { Topology } from '@airloom/contract/topology/topology.model';
import { useMemo, useState } from 'react';
import { toast } from '../../../shared/ui/feedback/toast.ts';
import { branchOf, type Tree } from '../model/tree.ts';
import type { LinkDraft } from './LinkForm.tsx';
import { useRefusalText } from './use-link-labels.ts';

const NONE_CLOSED: ReadonlySet<string> = new Set();

export interface Linking {
  readonly isOn: boolean;
  /** The chosen child. */
  readonly chosen: string | null;
  readonly chosenName: string;
  /** Devices that cannot be the parent, as far as known. */
  readonly barred: ReadonlySet<string> | null;
  pick(id: string): void;
  /** Switches to the form. */
  fill(): void;
  end(): void;
}

/** Creates a link by choosing two devices: first the child, then the parent. */
export function useLinking(
  isOn: boolean,
  topology: Topology,
  tree: Tree,
  nameOf: (id: string) => string,
  onLinked: (ends: LinkDraft | null) => void,
): Linking {
  const [lower, setLower] = useState<string | null>(null);
  const refusalText = useRefusalText(topology.links, nameOf);
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
      const refused = refusalText(ends);
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
