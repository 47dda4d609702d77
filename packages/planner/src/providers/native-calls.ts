import { isRecord, readObject } from '@pf/core/internal'
import type { ModelChunk } from '../model/model.ts'

interface NativeCall {
  index: number | undefined
  id: string
  name: string
  args: string
}

/** Converts the native calls of one completion to the actions that they represent. */
export interface NativeCalls {
  /** Takes `tool_calls` of a delta or a message, or a `function_call` in a list. Returns the part of the first call that can be shown. */
  read(value: unknown): ModelChunk[]
  /** Ends the calls. `cut` means that the output limit was reached, so that the arguments of the last call may be incomplete. */
  end(cut: boolean): ModelChunk[]
  readonly begun: boolean
}

/**
 * Creates a converter for native calls, which some models make although they are not requested. The first call is streamed. Its pieces may
 * be interleaved with those of other calls, which follow it as further actions and are reported to the model as not run. A call whose
 * arguments are incomplete stays open, so that the action counts as cut. Missing arguments ("", null or absent) stand for `{}`.
 */
export function createNativeCalls(): NativeCalls {
  const calls: NativeCall[] = []

  const take = (delta: unknown): ModelChunk[] => {
    const piece = isRecord(delta) ? readPiece(delta) : undefined
    if (!piece) return []
    const isFirst = calls.length === 0
    const known = isFirst ? undefined : findCall(calls, piece)
    if (!known && piece.name === '') return []
    const call = known ?? { ...piece, args: '' }
    if (!known) calls.push(call)
    call.args += piece.args
    if (call !== calls[0]) return []
    return text((isFirst ? opening(call.name) : '') + piece.args)
  }
  return {
    get begun() {
      return calls.length > 0
    },
    read: (value) => (Array.isArray(value) ? value.flatMap(take) : []),
    end: (cut) => {
      const [first, ...others] = calls.splice(0)
      if (!first) return []
      const end = cut && others.length === 0 ? '' : closing(first)
      return end === '' ? [] : text(end + others.map(({ name, args }) => `${opening(name)}${isJson(args) ? args : '{}'}}`).join(''))
    },
  }
}

const opening = (name: string) => `{"next_node": ${JSON.stringify(name)}, "args": `

function closing({ args }: NativeCall): string {
  if (args.trim() === '') return '{}}'
  return isComplete(args) ? '}' : ''
}

/**
 * True if the arguments are complete at the end of their text. Those of weak models may be almost JSON. Text that is not an object is left
 * to the action reader.
 */
const isComplete = (args: string) => isJson(args) || !args.trimStart().startsWith('{') || readObject(args) !== undefined

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

/** Reads one piece of a call. Arguments may be an object instead of text, and the fields may be on the call itself instead of in `function`. */
function readPiece(delta: Record<string, unknown>): NativeCall | undefined {
  const source = isRecord(delta.function) ? delta.function : delta
  const name = typeof source.name === 'string' ? source.name.trim() : ''
  const args = source.arguments ?? source.args ?? source.parameters
  const written = typeof args === 'string' ? args : args === undefined || args === null ? '' : JSON.stringify(args)
  return { index: typeof delta.index === 'number' ? delta.index : undefined, id: typeof delta.id === 'string' ? delta.id : '', name, args: written }
}

/** Returns the call of a piece; undefined for the first piece of another call. Endpoints repeat names and ids, omit them, or use the index 0 for every call. */
function findCall(calls: readonly NativeCall[], { index, id, name, args }: NativeCall): NativeCall | undefined {
  const byId = id === '' ? undefined : calls.find((call) => call.id === id)
  const byIndex = index === undefined ? undefined : calls.findLast((call) => call.index === index)
  const call = byId ?? (id !== '' && name !== '' ? undefined : (byIndex ?? (index === undefined || name === '' ? calls.at(-1) : undefined)))
  if (!call || name === '') return call
  const isAnother = name !== call.name || (byId === undefined && args !== '' && isJson(call.args))
  return isAnother ? undefined : call
}

function text(written: string): ModelChunk[] {
  return written === '' ? [] : [{ type: 'text', text: written }]
}
