import { drawingMessages } from './drawing.ts'

/** Messages of a chart; figures come as they are written. */
export const echartsMessages = {
  ...drawingMessages,
  table: 'Table',
  loading: 'Loading',
}
