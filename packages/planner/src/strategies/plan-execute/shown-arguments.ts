import { toJson } from '@pf/artifacts'
import { formatPointer, type JsonObject, type JsonValue, readPointer } from '@pf/core'
import { isRecord } from '@pf/core/internal'
import { readTemplate } from '../../plans/reference.ts'
import type { PlannedRun } from '../../state/planned-run.ts'
import { charsOf } from '../../util/clamp-json.ts'

/** Maximum number of characters that references may add to the shown arguments of one call. Beyond it, references are shown as written. */
const maxShown = 32_000

/** Returns the arguments for the log, clients and the model. References are replaced by redacted results, or kept as written if there is no such value. */
export function shownArguments({ done }: PlannedRun, args: JsonObject): JsonObject {
  let left = maxShown
  const copy = (value: JsonValue): JsonValue => {
    if (typeof value === 'string') {
      const shown = shownText(value, done)
      if (shown === value) return value
      left -= charsOf(shown, left)
      return left < 0 ? value : shown
    }
    if (Array.isArray(value)) return value.map(copy)
    return isRecord(value) ? copyObject(value) : value
  }
  const copyObject = (object: JsonObject): JsonObject => Object.fromEntries(Object.entries(object).map(([key, value]) => [key, copy(value)]))
  return copyObject(toJson(args) as JsonObject)
}

function shownText(text: string, done: PlannedRun['done']): JsonValue {
  const read = readTemplate(text)
  if (read.kind !== 'reference') return read.kind === 'literal' ? read.text : text
  const found = readPointer(done[read.reference.index]?.output, formatPointer(read.reference.path))
  return found.found ? (found.value as JsonValue) : text
}
