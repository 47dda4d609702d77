import { drawingWords } from '../shared/drawing-words.ts'

/** Fixed words of a chart; figures come as they are written. */
export const echartsWords = {
  ...drawingWords,
  table: 'Table',
  loading: 'Loading',
}
