/** Stands in a tree for a string that went out as deltas and was not kept. */
export class StreamedText {
  length = 0
}
