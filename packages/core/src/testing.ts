export type { ReadOutput } from './testing/read-output.ts'
export { readOutput } from './testing/read-output.ts'
export { chunksOf, cutAt, decodePieces, splitBytesEverywhere, splitEverywhere } from './testing/split-everywhere.ts'
