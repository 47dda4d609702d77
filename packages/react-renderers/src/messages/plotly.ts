import { drawingMessages } from './drawing.ts'

/** Figures of one trace, formatted for the locale. */
export interface TraceStatistics {
  count: number
  min: number
  max: number
}

/** Messages of a scientific chart. */
export const plotlyMessages = {
  ...drawingMessages,
  absent: 'What draws these charts did not load. It is a package that an app installs beside this one: npm install plotly.js-cartesian-dist-min.',
  missing: (types: string) =>
    `This page draws no charts of type ${types}. They need a larger bundle of Plotly, which the app can give with loaders of PfProvider.`,
  downsampled: (every: number) => `Of every ${every} points one is drawn; the table holds more of them.`,
  moreTraces: (count: number) => `and ${count} more`,
  figures: ({ count, min, max }: TraceStatistics) => `${count} values, ${min} to ${max}`,
}
