/** Headings of the data of a chart as a table, where the chart itself names nothing. */
export const chartTableMessages = {
  category: 'Category',
  value: 'Value',
  name: 'Name',
  seriesHead: 'Series',
  series: (number: number) => `Series ${number}`,
  column: (number: number) => `Column ${number}`,
  size: 'Size',
  from: 'From',
  to: 'To',
  dimension: 'Dimension',
  across: 'Column',
  down: 'Row',
  text: 'Text',
  minimum: 'Minimum',
  lowerQuartile: 'Lower quartile',
  median: 'Median',
  upperQuartile: 'Upper quartile',
  maximum: 'Maximum',
  open: 'Open',
  close: 'Close',
  low: 'Low',
  high: 'High',
}

/** Headings of such a table, the app's own among them. */
export type ChartTableMessages = typeof chartTableMessages
