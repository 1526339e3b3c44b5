import type { Topology } from '@airloom/contract/topology/topology.model';
import { useCallback, useMemo, useState } from 'react';
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
  /** Chooses both devices at once. */
  draw(lower: string, upper: string): void;
  /** Switches to the form. */
  fill(): void;
  end(): void;
}

/** Creates a link by choosing two devices, or dragging from one to the other: first the child, then the parent. */
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

  const end = useCallback((): void => {
    setLower(null);
    onLinked(null);
  }, [onLinked]);

  function draw(lowerUUID: string, upperUUID: string): void {
    const refused = refusalText({ upperUUID, lowerUUID });
    if (refused !== null) {
      toast.error(refused);
      return;
    }
    setLower(null);
    onLinked({ upperUUID, lowerUUID });
  }

  return {
    isOn,
    chosen,
    chosenName: chosen === null ? '' : nameOf(chosen),
    barred,
    pick(id) {
      if (chosen === null) setLower(id);
      else draw(chosen, id);
    },
    draw,
    fill() {
      setLower(null);
      onLinked({ upperUUID: '', lowerUUID: chosen ?? '' });
    },
    end,
  };
}
