/** Returns the arithmetic mean; undefined for an empty list. */
export function mean(values: readonly number[]): number | undefined {
  return values.length === 0 ? undefined : values.reduce((sum, value) => sum + value, 0) / values.length
}

/** Returns the sample variance (divided by n - 1); undefined for fewer than two values. */
export function variance(values: readonly number[]): number | undefined {
  const centre = mean(values)
  if (centre === undefined || values.length < 2) return undefined
  return values.reduce((sum, value) => sum + (value - centre) ** 2, 0) / (values.length - 1)
}

/** Mean and spread of a metric over briefs that were run several times. */
export interface Spread {
  /** Mean of the means of the briefs. */
  mean: number
  /** Standard error of that mean: how far it would vary with other briefs of the same kind. Absent for one brief. */
  standard_error?: number
  /** Standard deviation of one brief between its runs, averaged over the briefs with at least two runs. Absent if there are none. */
  between_runs?: number
  briefs: number
}

/** Summarizes the values of a metric: one list for each brief, one value for each of its runs. Briefs without values do not count. */
export function spreadOf(values: readonly (readonly number[])[]): Spread | undefined {
  const means = values.flatMap((runs) => mean(runs) ?? [])
  const centre = mean(means)
  if (centre === undefined) return undefined
  const between = variance(means)
  const within = mean(values.flatMap((runs) => variance(runs) ?? []))
  return {
    mean: centre,
    ...(between === undefined ? {} : { standard_error: Math.sqrt(between / means.length) }),
    ...(within === undefined ? {} : { between_runs: Math.sqrt(within) }),
    briefs: means.length,
  }
}
