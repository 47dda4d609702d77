import { getOwn, isRecord, setOwn } from '../../json/records.ts'
import type { RepairKind } from '../scan/repair-log.ts'
import type { ActionSettings } from './action-options.ts'
import { innerText } from './inner-text.ts'
import { refuse, type ShapeMismatch } from './shape-result.ts'

/** The arguments of a call, regardless of their location in the output. */
export interface CallArgs {
  ok: true
  args: Record<string, unknown>
  /** The value that contains all arguments; undefined if they are beside the name of the tool. */
  source: unknown
  /** Members beside arguments that are complete without them. They may be arguments as well, which only the schema of the tool can decide. */
  beside: Record<string, unknown> | undefined
  repairs: RepairKind[]
}

/** Names for arguments, in lower case and without separators. */
const containerName = /^(?:(?:action|tool|function|call)?(?:arg|args|arguments|input|parameters|params)|kwargs)$/
/** Members of an action, members that providers add beside the name of a call, and members that they add around a call. */
const notArgs = /^(?:next_node|thought|reasoning)$/
const callKey = /^(?:type|(?:call_|tool_call_|tool_use_)?id|index|status)$/
const messageKey = /^(?:role|content|refusal|annotations|audio)$/
const callType = /^(?:function|tool)(?:_call|_use)?$/
const callId = /^(?:call|toolu|fc|chatcmpl-tool)[_-]/

/** True for a name under which models write the arguments of an action: `args`, `arguments`, `kwargs`, `toolInput` and others. */
export function isArgsName(key: string): boolean {
  return key.length <= 24 && containerName.test(key.toLowerCase().replace(/[_\s-]/g, ''))
}

/** Returns the key of an action that holds its arguments: the first one with content, otherwise the first. Exact names take precedence. */
export function argsKey(record: Record<string, unknown>): string | undefined {
  const keys = Object.keys(record).filter(isArgsName)
  return keys.find((key) => !isEmpty(record[key])) ?? (keys.includes('args') ? 'args' : keys[0])
}

/** True for a value without content. */
export function isEmpty(value: unknown): boolean {
  if (value === null || value === undefined || value === '') return true
  return typeof value === 'object' && Object.keys(value).length === 0
}

/** Reads an object, or a string that contains one. Returns `{}` for a missing value and an empty string, and undefined for anything else. */
export function readObject(value: unknown, settings: ActionSettings): Record<string, unknown> | undefined {
  if (value === null || value === undefined) return {}
  if (isRecord(value)) return value
  if (typeof value !== 'string') return undefined
  if (value.trim() === '') return {}
  const inner = innerText(value, settings.maxDepth)
  return inner.kind === 'object' ? inner.value : undefined
}

/**
 * Collects the arguments of a call: in `args`, under another name, with dotted names (`args.q`), or beside the name of the tool. Two
 * conflicting readings are refused, so that nothing the model wrote is lost. `nameKeys` are the keys that name the tool.
 */
export function readCallArgs(record: Record<string, unknown>, nameKeys: readonly string[], settings: ActionSettings): CallArgs | ShapeMismatch {
  const { args: canonical } = record
  if (isRecord(canonical) && Object.keys(record).every((key) => key === 'args' || nameKeys.includes(key)))
    return { ok: true, args: canonical, source: canonical, beside: undefined, repairs: [] }
  const beside: Record<string, unknown> = {}
  const dotted: Record<string, unknown> = {}
  const containers: { key: string; source: unknown; args: Record<string, unknown> }[] = []
  for (const key of Object.keys(record)) {
    const source = record[key]
    const dot = key.indexOf('.')
    if (nameKeys.includes(key) || isNoArgument(record, key)) continue
    if (dot > 0 && isArgsName(key.slice(0, dot))) {
      const name = key.slice(dot + 1)
      if (differs(dotted, name, source)) return ambiguous()
      setOwn(dotted, name, source)
    } else if (!isArgsName(key)) setOwn(beside, key, source)
    else {
      const args = readObject(source, settings)
      if (args) containers.push({ key, source, args })
      else if (key === 'args' || argsKey(record) === key) return notAnObject(source, settings)
      else setOwn(beside, key, source)
    }
  }
  return combine(containers, dotted, beside)
}

function combine(
  containers: { key: string; source: unknown; args: Record<string, unknown> }[],
  dotted: Record<string, unknown>,
  beside: Record<string, unknown>,
): CallArgs | ShapeMismatch {
  const full = containers.filter(({ args }) => !isEmpty(args))
  const isExact = ({ key }: { key: string }) => key === 'args'
  const chosen = full.find(isExact) ?? full[0] ?? containers.find(isExact) ?? containers[0]
  if (full.some(({ args }) => JSON.stringify(args) !== JSON.stringify(chosen?.args))) return ambiguous()
  const { key = 'args', source, args: given = {} } = chosen ?? {}
  const repairs: RepairKind[] = typeof source === 'string' ? ['args_string'] : source === null ? ['args_missing'] : []
  if (key !== 'args') repairs.push('alias_shape')
  const isWhole = !isEmpty(given)
  const added = isWhole ? dotted : { ...beside, ...dotted }
  if (isEmpty(added)) return { ok: true, args: given, source, beside: isEmpty(beside) ? undefined : beside, repairs }
  if (Object.keys(dotted).some((name) => differs(given, name, dotted[name]) || differs(beside, name, dotted[name]))) return ambiguous()
  return {
    ok: true,
    args: { ...given, ...added },
    source: undefined,
    beside: isWhole && !isEmpty(beside) ? beside : undefined,
    repairs: [...repairs, 'args_beside'],
  }
}

/** True if the record has a different value for this name. */
export function differs(record: Record<string, unknown>, name: string, value: unknown): boolean {
  return Object.hasOwn(record, name) && JSON.stringify(record[name]) !== JSON.stringify(value)
}

/** Returns the mismatch for two conflicting readings of the arguments. */
export function ambiguous(): ShapeMismatch {
  return refuse('ambiguous_args', 'The arguments of the tool occur in two places and differ.')
}

function notAnObject(source: unknown, settings: ActionSettings): ShapeMismatch {
  const isBroken = typeof source === 'string' && innerText(source, settings.maxDepth).kind === 'broken'
  return refuse(isBroken ? 'unparseable' : 'no_action', 'args of a tool call must be an object.')
}

/** True for a member of the action form or of a provider's envelope, which is never an argument. */
export function isNoArgument(record: Record<string, unknown>, key: string): boolean {
  if (notArgs.test(key)) return true
  const value = record[key]
  if (key === 'plan' || key === 'join') return isEmpty(value)
  if (!callKey.test(key) && !messageKey.test(key)) return false
  return callType.test(String(getOwn(record, 'type'))) || (typeof value === 'string' && callId.test(value))
}

/** Returns the members around an envelope that may be arguments. */
export function aroundEnvelope(value: Record<string, unknown>, envelope: string): Record<string, unknown> {
  return Object.fromEntries(Object.entries(value).filter(([key]) => key !== envelope && !messageKey.test(key) && !isNoArgument(value, key)))
}
