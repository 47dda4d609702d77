/** Fixed words of a chart. */
export const echartsWords = {
  chart: 'Chart',
  table: 'Table',
  loading: 'Loading',
  empty: 'This chart has no series that can be drawn.',
  failed: 'The data of this chart could not be loaded.',
}
