/** `anchor`: where a range begins. */
export interface PanelSelection {
  readonly names: readonly string[];
  readonly anchor: string | null;
}

export interface Modifiers {
  /** Selects the range from the anchor. */
  readonly range: boolean;
  /** Adds or removes a single port. */
  readonly toggle: boolean;
}

function between(order: readonly string[], one: string, other: string): readonly string[] {
  const [first, last] = [order.indexOf(one), order.indexOf(other)].toSorted((a, b) => a - b);
  return first === undefined || last === undefined || first < 0 ? [other] : order.slice(first, last + 1);
}

/** After a press on a port; without modifiers it is the only selected one, and a second press clears the selection. */
export function pressed(
  { names, anchor }: PanelSelection,
  order: readonly string[],
  name: string,
  { range, toggle }: Modifiers,
): PanelSelection {
  if (range && anchor !== null) return { names: between(order, anchor, name), anchor };
  if (toggle) return { names: toggled(names, order, name), anchor: name };
  const isOnly = names.length === 1 && names[0] === name;
  return { names: isOnly ? [] : [name], anchor: name };
}

/** In the order of the panel, however they were selected. */
function toggled(names: readonly string[], order: readonly string[], name: string): readonly string[] {
  const without = names.filter((one) => one !== name);
  if (without.length < names.length) return without;
  const chosen = new Set([...names, name]);
  return order.filter((one) => chosen.has(one));
}
