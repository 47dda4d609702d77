import { isRecord, readObject } from '@pf/core/internal'
import type { ModelChunk } from '../model/model.ts'

interface NativeCall {
  index: number | undefined
  id: string
  name: string
  args: string
}

/** Writes the native calls of one completion as the actions that they mean. */
export interface NativeCalls {
  /** Takes `tool_calls` of a delta or a message, or a `function_call` in a list. Returns what of the first call can be shown. */
  read(value: unknown): ModelChunk[]
  /** Ends the calls. `cut`: the output limit was reached, so the last call may lack a part of its arguments. */
  end(cut: boolean): ModelChunk[]
  readonly begun: boolean
}

/**
 * Nobody asked for native calls, but some models make them. The first one is streamed; its pieces may be mixed with those of the others,
 * which follow it as further actions and are reported to the model as not run. A call whose arguments are not complete stays open, so that
 * the action counts as cut. No arguments at all ("", null or absent) mean `{}`.
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

/** Whether the arguments end where their text ends. Those of weak models may be almost JSON; text that is no object is left to the reader of actions. */
const isComplete = (args: string) => isJson(args) || !args.trimStart().startsWith('{') || readObject(args) !== undefined

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

/** One piece of a call. Arguments may come as an object instead of as text; the fields may be on the call itself instead of in `function`. */
function readPiece(delta: Record<string, unknown>): NativeCall | undefined {
  const source = isRecord(delta.function) ? delta.function : delta
  const name = typeof source.name === 'string' ? source.name.trim() : ''
  const args = source.arguments ?? source.args ?? source.parameters
  const written = typeof args === 'string' ? args : args === undefined || args === null ? '' : JSON.stringify(args)
  return { index: typeof delta.index === 'number' ? delta.index : undefined, id: typeof delta.id === 'string' ? delta.id : '', name, args: written }
}

/** The call that a piece belongs to; undefined for the first piece of another call. Endpoints repeat names and ids, leave them out, or give every call the index 0. */
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
