import { drawingMessages } from './drawing.ts'

/** Figures of one trace, formatted for the locale. */
export interface TraceStatistics {
  count: number
  min: number
  max: number
}

/** Messages of a Plotly chart. */
export const plotlyMessages = {
  ...drawingMessages,
  libraryMissing: 'The library for these charts could not be loaded. It is a package that the app installs: npm install plotly.js-cartesian-dist-min.',
  unsupportedTypes: (types: string) =>
    `Charts of type ${types} are not available on this page. They need a larger bundle of Plotly, which the app can set with the loaders of PfProvider.`,
  downsampled: (every: number) => `The chart shows one of every ${every} points; the table contains more.`,
  moreTraces: (count: number) => `and ${count} more`,
  traceStatistics: ({ count, min, max }: TraceStatistics) => `${count} values, ${min} to ${max}`,
}
