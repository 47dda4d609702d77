export type { ReadOutput } from './testing/read-output.ts'
export { readOutput } from './testing/read-output.ts'
export { decodePieces, splitBytesEverywhere } from './testing/split-bytes.ts'
export { chunksOf, cutAt, splitEverywhere } from './testing/split-everywhere.ts'
