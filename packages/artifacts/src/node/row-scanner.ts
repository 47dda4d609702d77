import type { JsonValue } from '@pf/core'

/** One item of a list and the offset of its first byte. */
export interface ScannedRow {
  value: JsonValue
  at: number
}

/** Splits a JSON list into its items while its bytes arrive. */
export interface RowScanner {
  /** Returns the items that ended in this piece. Throws SyntaxError for invalid JSON. */
  feed(piece: Uint8Array): ScannedRow[]
  /** Returns true if the text was one complete list. */
  finish(): boolean
}

const quote = 0x22
const backslash = 0x5c
const comma = 0x2c
const list = { opens: 0x5b, closes: 0x5d }
const isOpening = (byte: number) => byte === list.opens || byte === 0x7b
const isClosing = (byte: number) => byte === list.closes || byte === 0x7d
const isBlank = (byte: number) => byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09

type Stage = 'before' | 'inside' | 'after'

interface State {
  stage: Stage
  depth: number
  inText: boolean
  escaped: boolean
  /** Bytes of the open item from earlier pieces. */
  held: Uint8Array[]
  /** Offset of the open item. */
  itemAt: number
  /** Offset of the piece. */
  at: number
  rows: number
}

/** Creates a scanner that holds at most one item. `from` starts at the first byte of an item inside a list instead of at the beginning of the list. */
export function createRowScanner(from?: number): RowScanner {
  const start = from ?? 0
  const state: State = { stage: from === undefined ? 'before' : 'inside', depth: 0, inText: false, escaped: false, held: [], itemAt: start, at: start, rows: 0 }
  return {
    feed(piece) {
      const rows: ScannedRow[] = []
      let taken = 0
      for (let index = 0; index < piece.length; index++) {
        const byte = piece[index] ?? 0
        if (state.stage !== 'inside') {
          step(byte, state, state.at + index)
          taken = index + 1
        } else if (endsItem(byte, state)) {
          close(byte, piece.subarray(taken, index), { state, rows, at: state.at + index })
          taken = index + 1
        }
      }
      if (taken < piece.length && state.stage === 'inside') state.held.push(piece.slice(taken))
      state.at += piece.length
      return rows
    },
    finish: () => state.stage === 'after',
  }
}

/** Processes a byte outside the list, where only white space and, once, its bracket are allowed. */
function step(byte: number, state: State, at: number) {
  if (isBlank(byte)) return
  if (state.stage === 'after' || byte !== list.opens) throw new SyntaxError('no list')
  Object.assign(state, { stage: 'inside', itemAt: at + 1 })
}

function endsItem(byte: number, state: State): boolean {
  if (state.inText) {
    if (state.escaped) state.escaped = false
    else if (byte === backslash) state.escaped = true
    else if (byte === quote) state.inText = false
    return false
  }
  if (byte === quote) state.inText = true
  else if (isOpening(byte)) state.depth++
  else if (isClosing(byte)) return --state.depth < 0
  return byte === comma && state.depth === 0
}

function close(byte: number, rest: Uint8Array, { state, rows, at }: { state: State; rows: ScannedRow[]; at: number }) {
  if (isClosing(byte) && byte !== list.closes) throw new SyntaxError('no list')
  const bytes = state.held.length > 0 ? Buffer.concat([...state.held, rest]) : rest
  const last = byte === list.closes
  // `[]` has no item; `[1,]` has an empty one, which is invalid JSON.
  if (!(last && state.rows === 0 && bytes.every(isBlank))) {
    rows.push({ value: parse(bytes), at: state.itemAt })
    state.rows++
  }
  Object.assign(state, { held: [], depth: 0, itemAt: at + 1, stage: last ? 'after' : 'inside' })
}

function parse(bytes: Uint8Array): JsonValue {
  return JSON.parse(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)) as JsonValue
}
