import type { Source } from '@pf/core'
import { isBinary } from '../json/binary.ts'
import { maxDepth } from '../json/convert.ts'
import { plainView } from '../json/plain-view.ts'
import { getOwn } from '../json/set-own.ts'
import { type SourceProperty, sourceProperties } from '../marking/artifact-mark.ts'
import { type Marks, planOf } from '../marking/compile-marks.ts'
import type { MarkPlan, MarkState } from '../marking/mark-plan.ts'
import { mergeSources } from './merge-sources.ts'

type Draft = Partial<Record<SourceProperty, unknown>>
type Fields = ReadonlyMap<SourceProperty, string>

const mostNodes = 1_000_000
const mostDrafts = 10_000

/**
 * Sources that a tool's full result holds, by its marks: every object (or every item of a list) marked `produces_sources`,
 * its fields by field map, by `source_field`, else by name. Each source once. Never throws.
 */
export function collectSources(observation: unknown, marks: Marks): Source[] {
  if (!marks.sources) return []
  const plan = planOf(marks)
  const search: Search = { plan, drafts: [], nodes: mostNodes }
  visit(observation, { state: plan.root, depth: 0 }, search)
  return mergeSources(search.drafts)
}

interface Search {
  plan: MarkPlan
  drafts: Draft[]
  nodes: number
}

interface Place {
  state: MarkState | undefined
  depth: number
  /** The producer around this place. */
  draft?: Draft
  /** Field map of a list marked as a whole. */
  fields?: Fields
}

function visit(value: unknown, place: Place, search: Search) {
  const { state, depth } = place
  const wanted = place.fields !== undefined || state?.sourcing === true
  if (--search.nodes < 0 || !wanted || depth > maxDepth || isBinary(value) || !goesOn(search)) return
  try {
    const view = plainView(value, search.nodes)
    if (Array.isArray(view)) visitList(view, place, search)
    else if (typeof view === 'object' && view !== null) visitDict(view as Record<string, unknown>, place, search)
  } catch {
    // A getter of the tool's result threw: it holds no source then.
  }
}

const goesOn = ({ nodes, drafts }: Search): boolean => nodes >= 0 && drafts.length < mostDrafts

function visitList(items: readonly unknown[], place: Place, search: Search) {
  const fields = place.state?.producer ?? place.fields
  const { length } = items
  if (length > search.nodes) return
  for (let index = 0; index < length && goesOn(search); index++) {
    visit(items[index], { ...place, depth: place.depth + 1, state: search.plan.item(place.state, index), ...(fields ? { fields } : {}) }, search)
  }
}

function visitDict(source: Record<string, unknown>, place: Place, search: Search) {
  const fields = place.state?.producer ?? place.fields
  const draft = fields ? startDraft(source, fields, search) : place.draft
  const mapped = new Set(fields?.keys())
  for (const key of Object.keys(source)) {
    if (!goesOn(search)) break
    const state = search.plan.key(place.state, key)
    if (draft && state?.sourceField && !mapped.has(state.sourceField)) draft[state.sourceField] = source[key]
    visit(source[key], { state, depth: place.depth + 1, ...(draft ? { draft } : {}) }, search)
  }
}

function startDraft(source: Record<string, unknown>, fields: Fields, search: Search): Draft {
  const draft: Draft = {}
  for (const property of sourceProperties) draft[property] = getOwn(source, fields.get(property) ?? property)
  search.drafts.push(draft)
  return draft
}
