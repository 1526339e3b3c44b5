interface MetricLine {
  name: string;
  values: readonly (number | null)[];
}

/** One metric of several series as lines; series without values are left out. */
export function metricLines<M extends string>(
  things: readonly {
    name: string;
    series: readonly { metric: M; values: readonly (number | null)[] }[];
  }[],
  metric: M,
): MetricLine[] {
  return things.flatMap(({ name, series }) => {
    const found = series.find((one) => one.metric === metric);
    return found?.values.some((value) => value !== null) ? [{ name, values: found.values }] : [];
  });
}
