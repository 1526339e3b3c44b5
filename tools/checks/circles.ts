/** Circles in a graph, each once, as the path that closes it: `a`, `b`, `a`. */
export function findCircles(graph: ReadonlyMap<string, readonly string[]>): string[][] {
  const circles: string[][] = [];
  const finished = new Set<string>();
  const path: string[] = [];

  const enter = (node: string): void => {
    const at = path.indexOf(node);
    if (at !== -1) {
      circles.push([...path.slice(at), node]);
      return;
    }
    if (finished.has(node)) return;
    path.push(node);
    for (const next of graph.get(node) ?? []) enter(next);
    path.pop();
    finished.add(node);
  };

  for (const node of graph.keys()) enter(node);
  return circles;
}
