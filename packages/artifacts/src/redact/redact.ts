import { formatPointer, type JsonValue } from '@pf/core'
import { type Collected, type CollectedEntry, describeValue } from '../describe/describe-value.ts'
import { escapeLookalike, maxSiblings, morePlaceholder, placeholder } from '../describe/placeholder.ts'
import { formatRef, needsRootName, parseRef, rootName } from '../describe/ref.ts'
import { binarySize, isBinary, isBlob } from '../json/binary.ts'
import { type Conversion, convert, omitted } from '../json/convert.ts'
import { fullBudget } from '../json/limits.ts'
import type { ArtifactMark } from '../marking/artifact-mark.ts'
import { type Marks, planOf } from '../marking/compile-marks.ts'
import { type MarkPlan, type MarkState, markOf } from '../marking/mark-plan.ts'
import { countMarked } from './count-marked.ts'

/** Provides redaction with the collected artifacts by location. */
interface CollectedLocations {
  entry(pointer: string): CollectedEntry | undefined
  /** Returns the REF of a location, or undefined if nothing was collected there. */
  ref(path: readonly (string | number)[]): string | undefined
}

/** Looks the entries up by pointer. A location inside an entry also has a REF. A list with too many placeholders is always within an entry. */
function createCollectedLocations(observation: unknown, plan: MarkPlan, collected: Collected | undefined): CollectedLocations {
  const entries = new Map(collected?.entries.map((entry) => [entry.pointer, entry]))
  const head = collected?.entries[0] && parseRef(collected.entries[0].ref)
  const base = entries.has('') || needsRootName(observation, plan) ? [rootName] : []
  return {
    entry: (pointer) => entries.get(pointer),
    ref: (path) => (head && isWithin(entries, path) ? formatRef(head, [...base, ...path]) : undefined),
  }
}

function isWithin(entries: ReadonlyMap<string, unknown>, path: readonly (string | number)[]): boolean {
  let pointer = ''
  for (const token of path) {
    if (entries.has(pointer)) return true
    pointer += formatPointer([token])
  }
  return entries.has(pointer)
}

const shownSiblings = 3

type Path = readonly (string | number)[]

/** A list with too many placeholders: the number of written ones, and the total. */
interface Group {
  written: number
  total: number
  path: Path
}

/**
 * Returns the part of a tool's result that the model may receive. A marked field becomes a placeholder, and so do bytes that are not
 * marked; null stays null. If one list has more than 20 placeholders, the first three are kept and one more states the number of the
 * others: further items are dropped, and further fields contain only their kind. Text that looks like a placeholder is prefixed with a
 * backslash. Unchanged parts are not copied. `collected`, from the collector for the same result, adds sizes, stream ids and REFs. Never
 * throws.
 */
export function redact(observation: unknown, marks: Marks, collected?: Collected): JsonValue {
  const plan = planOf(marks)
  return convert(observation, plan.root, conversionOf(plan, createCollectedLocations(observation, plan, collected)))
}

function conversionOf(plan: MarkPlan, locations: CollectedLocations): Conversion<MarkState | undefined> {
  let group: Group | undefined
  let inList = false
  const counting = { plan, budget: fullBudget() }
  const describe = describer()
  return {
    key: plan.key,
    item: plan.item,
    emptied: placeholder({ kind: 'list' }),
    replace: (value, state, path) => {
      const mark = markOf(state, value)
      if (!mark) return typeof value === 'string' ? escapeLookalike(value) : unmarkedBinary(value)
      const hidden = { mark, path, locations, describe }
      return group ? groupedPlaceholder(value, { group, ...hidden }) : singlePlaceholder(value, hidden)
    },
    list: (items, state, path) => {
      if (inList || !state?.useful) return undefined
      const total = countMarked(items, state, counting)
      inList = true
      if (total > maxSiblings) group = { written: 0, total, path: [...path] }
      return () => {
        group = undefined
        inList = false
      }
    },
  }
}

/**
 * Creates a function that describes each object once, even if it occurs at several locations, because counting its keys takes time
 * proportional to their number.
 */
function describer(): typeof describeValue {
  const known = new Map<unknown, ReturnType<typeof describeValue>>()
  return (value) => {
    if (typeof value !== 'object') return describeValue(value)
    if (!known.has(value)) known.set(value, describeValue(value))
    return known.get(value)
  }
}

/** Bytes are never sent to a model as text, marked or not. */
function unmarkedBinary(value: unknown): JsonValue | undefined {
  return isBinary(value) || isBlob(value) ? placeholder({ kind: 'bytes', bytes: binarySize(value) }) : undefined
}

interface Hidden {
  mark: ArtifactMark
  path: Path
  locations: CollectedLocations
  describe: typeof describeValue
}

function singlePlaceholder(value: unknown, { mark, path, locations, describe }: Hidden): JsonValue {
  const entry = locations.entry(formatPointer(path))
  if (entry) return placeholder(entry)
  const described = describe(value)
  if (!described) return null
  const { kind, count } = described
  const measure = kind === 'list' ? { items: count } : kind === 'dict' ? { keys: count } : { bytes: count }
  return placeholder({ kind, ...measure, stream_id: mark.stream_id, ref: locations.ref(path) })
}

function groupedPlaceholder(value: unknown, hidden: Hidden & { group: Group }): JsonValue | typeof omitted {
  const { group, path, locations, describe } = hidden
  group.written++
  if (group.written <= shownSiblings) return singlePlaceholder(value, hidden)
  if (group.written === shownSiblings + 1) return morePlaceholder(group.total - shownSiblings, locations.ref(group.path))
  return typeof path.at(-1) === 'number' ? omitted : placeholder({ kind: describe(value)?.kind ?? 'str' })
}
