import type { Source } from '@pf/core'
import { getOwn } from '@pf/core/internal'
import { isBinary } from '../json/binary.ts'
import { maxDepth } from '../json/convert.ts'
import { createHoleCounter } from '../json/holes.ts'
import { plainView } from '../json/plain-view.ts'
import { type SourceProperty, sourceProperties } from '../marking/artifact-mark.ts'
import { type Marks, planOf } from '../marking/compile-marks.ts'
import type { MarkPlan, MarkState } from '../marking/mark-plan.ts'
import { parseUrl, readSource } from './read-source.ts'

/** Maximum number of sources in a list. */
export const maxSources = 200

/**
 * Merges lists of sources and keeps each source once (same URL, otherwise same title and snippet), at its first position, with its first
 * values, and missing values from later ones. At most 200.
 */
export function mergeSources(...lists: readonly (readonly unknown[])[]): Source[] {
  const merged = new Map<string, Source>()
  for (const list of lists) {
    for (const value of list) {
      const source = readSource(value)
      const key = source && keyOf(source)
      if (source && key !== undefined && (merged.has(key) || merged.size < maxSources)) merged.set(key, combine(merged.get(key), source))
    }
  }
  return [...merged.values()]
}

function combine(first: Source | undefined, later: Source): Source {
  return first ? { ...later, ...first, title: first.title === first.url ? later.title : first.title } : later
}

function keyOf({ url, title, snippet }: Source): string {
  return url === undefined ? JSON.stringify([title, snippet]) : (parseUrl(url)?.href ?? url)
}

type Draft = Partial<Record<SourceProperty, unknown>>
type Fields = ReadonlyMap<SourceProperty, string>

const maxNodes = 1_000_000
const maxDrafts = 10_000

/**
 * Returns the sources in a tool's complete result by its marks: every object (or every item of a list) marked `produces_sources`, with its
 * fields by field map, by `source_field`, otherwise by name. Each source occurs once. Never throws.
 */
export function collectSources(observation: unknown, marks: Marks): Source[] {
  if (!marks.sources) return []
  const plan = planOf(marks)
  const search: Search = { plan, drafts: [], nodes: maxNodes }
  visit(observation, { state: plan.root, open: [] }, search)
  return mergeSources(search.drafts)
}

interface Search {
  plan: MarkPlan
  drafts: Draft[]
  nodes: number
}

interface Location {
  state: MarkState | undefined
  /** Enclosing values; a cycle ends where it closes. */
  open: readonly unknown[]
  /** The enclosing producer. */
  draft?: Draft
  /** Field map of a list that is marked as a producer. */
  fields?: Fields
}

function visit(value: unknown, location: Location, search: Search) {
  const { state, open } = location
  const wanted = location.fields !== undefined || state?.sourcing === true
  if (--search.nodes < 0 || !wanted || open.length > maxDepth || open.includes(value) || !hasBudgetLeft(search)) return
  try {
    const view = isBinary(value) ? undefined : plainView(value, search.nodes)
    if (typeof view !== 'object' || view === null) return
    const within = { ...location, open: [...open, value] }
    if (Array.isArray(view)) visitList(view, within, search)
    else visitDict(view as Record<string, unknown>, within, search)
  } catch {
    // A getter of the tool's result threw, so it provides no source.
  }
}

const hasBudgetLeft = ({ nodes, drafts }: Search): boolean => nodes >= 0 && drafts.length < maxDrafts

function visitList(items: readonly unknown[], location: Location, search: Search) {
  const fields = location.state?.producer ?? location.fields
  const { length } = items
  if (length > search.nodes) return
  const hasManyHoles = createHoleCounter(items)
  for (let index = 0; index < length && hasBudgetLeft(search); index++) {
    const item = items[index]
    if (hasManyHoles(index, item)) return
    visit(item, { ...location, state: search.plan.item(location.state, index), ...(fields ? { fields } : {}) }, search)
  }
}

function visitDict(source: Record<string, unknown>, location: Location, search: Search) {
  const fields = location.state?.producer ?? location.fields
  const draft = fields ? startDraft(source, fields, search) : location.draft
  const mapped = new Set(fields?.keys())
  for (const key of Object.keys(source)) {
    if (!hasBudgetLeft(search)) break
    const state = search.plan.key(location.state, key)
    if (draft && state?.sourceField && !mapped.has(state.sourceField)) draft[state.sourceField] = source[key]
    visit(source[key], { state, open: location.open, ...(draft ? { draft } : {}) }, search)
  }
}

function startDraft(source: Record<string, unknown>, fields: Fields, search: Search): Draft {
  const draft: Draft = {}
  for (const property of sourceProperties) draft[property] = getOwn(source, fields.get(property) ?? property)
  search.drafts.push(draft)
  return draft
}
