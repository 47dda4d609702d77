/** Messages of a metric. */
export const metricMessages = {
  up: 'Up',
  down: 'Down',
  unchanged: 'No change',
  comparedTo: 'vs last period',
  moreThan: (share: string) => `more than ${share}`,
  sparkline: ({ count, first, last, low, high }: { count: number; first: string; last: string; low: string; high: string }) =>
    `${count} values from ${first} to ${last}, lowest ${low}, highest ${high}`,
}
