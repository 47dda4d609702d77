/** An exceeded limit: the actual count and the maximum, formatted for the locale. */
export interface FormattedLimit {
  count: string
  max: string
}

/** Messages that ECharts and Plotly charts share. */
export const drawingMessages = {
  chart: 'Chart',
  failed: 'The data of this chart could not be loaded.',
  empty: 'This chart has no data to show.',
  tooMuch: ({ count, max, table }: FormattedLimit & { table: boolean }) =>
    `This chart is too large to draw: it has ${count} elements, and the maximum is ${max}.${table ? ' Use the table instead.' : ''}`,
  /** A chart with more series than can be drawn. */
  seriesOmitted: ({ count, max }: FormattedLimit) => `The chart shows the first ${max} of ${count} series.`,
  /** A chart with more axes, marks, shapes or annotations than can be drawn; `count` is the number of omitted elements. */
  elementsOmitted: (count: string) => `Axes, marks or other elements that are not shown: ${count}.`,
}
