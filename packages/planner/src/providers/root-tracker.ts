/** Follows the nesting of JSON text in pieces, without parsing it. */
export interface RootTracker {
  feed(piece: string): void
  /** True after the brackets of the root object or list were closed. */
  readonly isClosed: boolean
}

/** Creates a tracker. Takes constant time for each character. */
export function createRootTracker(): RootTracker {
  let depth = 0
  let isInText = false
  let isEscaped = false
  let isClosed = false
  const read = (character: string) => {
    if (isEscaped) isEscaped = false
    else if (isInText) {
      if (character === '\\') isEscaped = true
      else if (character === '"') isInText = false
    } else if (character === '"') isInText = true
    else if (character === '{' || character === '[') depth++
    else if ((character === '}' || character === ']') && --depth === 0) isClosed = true
  }
  return {
    get isClosed() {
      return isClosed
    },
    feed: (piece) => {
      for (const character of piece) read(character)
    },
  }
}
