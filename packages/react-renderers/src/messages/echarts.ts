import { drawingMessages } from './drawing.ts'

/** Messages of an ECharts chart. Numbers are passed as formatted text. */
export const echartsMessages = {
  ...drawingMessages,
  table: 'Table',
  loading: 'Loading',
}
