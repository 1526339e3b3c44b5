/** Circles in a graph, each once, as the walk that closes it: `a`, `b`, `a`. */
export function findCircles(graph: ReadonlyMap<string, readonly string[]>): string[][] {
  const circles: string[][] = [];
  const finished = new Set<string>();
  const walk: string[] = [];

  const enter = (node: string): void => {
    const at = walk.indexOf(node);
    if (at !== -1) {
      circles.push([...walk.slice(at), node]);
      return;
    }
    if (finished.has(node)) return;
    walk.push(node);
    for (const next of graph.get(node) ?? []) enter(next);
    walk.pop();
    finished.add(node);
  };

  for (const node of graph.keys()) enter(node);
  return circles;
}
