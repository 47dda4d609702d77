/** Default column headings for the data of a chart as a table. */
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

/** The column headings, with those that the app replaces. */
export type ChartTableMessages = typeof chartTableMessages
