import { setOwn } from '@pf/core/internal'
import { maxSiblings } from '../describe/placeholder.ts'
import { isBinary, isBlob } from '../json/binary.ts'
import { maxDepth } from '../json/convert.ts'
import { createHoleCounter, isPresent } from '../json/holes.ts'
import { maxNodes } from '../json/limits.ts'
import { plainView } from '../json/plain-view.ts'
import type { ArtifactMark } from '../marking/artifact-mark.ts'
import { type Marks, planOf } from '../marking/compile-marks.ts'
import { type MarkPlan, type MarkState, markOf } from '../marking/mark-plan.ts'

export type Path = readonly (string | number)[]

/** A marked value in a tool's result, or an entire list of them that is kept as one artifact. */
export interface FoundArtifact {
  path: Path
  value: unknown
  mark: ArtifactMark
}

/** Minimum length of a list, or number of artifacts in an object, from which the list or object is kept as one artifact. */
const maxSparseListLength = 1_000
const maxFields = 100

interface Found {
  artifacts: FoundArtifact[]
  /** The value with only its marked parts. */
  sparse: unknown
  /** Number of marked values, including those within kept lists. */
  count: number
}

const nothing: Found = { artifacts: [], sparse: null, count: 0 }

/** Finds the marked values of a result in document order. A list with more than 20 of them counts as one artifact. Never throws. */
export function findArtifacts(observation: unknown, marks: Marks): FoundArtifact[] {
  if (!marks.any) return []
  const plan = planOf(marks)
  return find(observation, plan.root, { plan, path: [], open: [], nodes: maxNodes }).artifacts
}

interface Search {
  plan: MarkPlan
  path: (string | number)[]
  open: object[]
  nodes: number
}

function find(value: unknown, state: MarkState | undefined, search: Search): Found {
  if (--search.nodes < 0 || !state) return nothing
  try {
    const mark = markOf(state, value)
    if (mark) return leaf(value, mark, search)
    if (isBinary(value) || isBlob(value)) return nothing
    const view = plainView(value, search.nodes)
    return typeof view === 'object' && view !== null && typeof value === 'object' && value !== null ? inside(value, view, { state, search }) : nothing
  } catch {
    return nothing
  }
}

function leaf(value: unknown, mark: ArtifactMark, search: Search): Found {
  if (!isPresent(value)) return nothing
  return { artifacts: [{ path: [...search.path], value, mark }], sparse: value, count: 1 }
}

function inside(source: object, view: object, { state, search }: { state: MarkState; search: Search }): Found {
  if (search.open.includes(source) || search.open.length >= maxDepth) return nothing
  search.open.push(source)
  const found = Array.isArray(view) ? findInList(view, state, search) : findInDict(view as Record<string, unknown>, state, search)
  search.open.pop()
  return found
}

function findInList(items: readonly unknown[], state: MarkState, search: Search): Found {
  const { length } = items
  if (!(length <= search.nodes)) return nothing
  const sparse: unknown[] = []
  const gathered = gather(maxSiblings)
  const hasManyHoles = createHoleCounter(items)
  for (let index = 0; index < length && search.nodes >= 0; index++) {
    const item = items[index]
    if (hasManyHoles(index, item)) return nothing
    const part = at(index, search, () => find(item, search.plan.item(state, index), search))
    if (part.count === 0) continue
    while (sparse.length < index) sparse.push(null)
    sparse.push(part.sparse)
    gathered.add(part)
  }
  while (gathered.any() && sparse.length < length) sparse.push(null)
  const whole = gathered.found(sparse)
  const tooMany = whole.count > maxSiblings || length > maxSparseListLength
  return tooMany ? asOne(whole, search) : whole
}

function findInDict(fields: Record<string, unknown>, state: MarkState, search: Search): Found {
  const sparse: Record<string, unknown> = {}
  const gathered = gather(maxFields)
  for (const key of Object.keys(fields)) {
    if (search.nodes < 0) break
    const part = at(key, search, () => find(fields[key], search.plan.key(state, key), search))
    if (part.count === 0) continue
    setOwn(sparse, key, part.sparse)
    gathered.add(part)
  }
  const whole = gathered.found(sparse)
  return whole.artifacts.length > maxFields ? asOne(whole, search) : whole
}

function at(token: string | number, search: Search, run: () => Found): Found {
  search.path.push(token)
  const found = run()
  search.path.pop()
  return found
}

/** Collects the artifacts of the parts. If there are more than `max`, they become one artifact, so at most one more than `max` is kept. */
function gather(max: number) {
  const artifacts: FoundArtifact[] = []
  let count = 0
  return {
    add(part: Found) {
      count += part.count
      for (const artifact of part.artifacts) if (artifacts.length <= max) artifacts.push(artifact)
    },
    any: () => count > 0,
    found: (sparse: unknown): Found => (count === 0 ? nothing : { artifacts, sparse, count }),
  }
}

/** Combines all marked values in one artifact. Lists keep their length, so that an index has the same meaning in the result and in the artifact. */
function asOne(whole: Found, search: Search): Found {
  if (whole.count === 0) return nothing
  return { ...whole, artifacts: [{ path: [...search.path], value: whole.sparse, mark: {} }] }
}
