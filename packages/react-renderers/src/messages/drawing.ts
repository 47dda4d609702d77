/** How much there is and how much can be drawn, formatted for the locale. */
export interface FormattedLimit {
  count: string
  max: string
}

/** What is said of a chart in either library. */
export const drawingMessages = {
  chart: 'Chart',
  failed: 'The data of this chart could not be loaded.',
  empty: 'This chart has nothing that can be drawn.',
  tooMuch: ({ count, max, table }: FormattedLimit & { table: boolean }) =>
    `This chart has too much to draw: ${count} parts, and the maximum is ${max}.${table ? ' See its table instead.' : ''}`,
  /** A chart with more series than can be drawn. */
  seriesOmitted: ({ count, max }: FormattedLimit) => `The chart shows the first ${max} of ${count} series.`,
}
