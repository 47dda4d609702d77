import { isRecord, type JsonObject, type ValidationIssue } from '@pf/core'
import type { ComponentSet, Policy } from '@pf/registry/browser'
import { asks } from '../store/asking-tools.ts'
import { plainText } from '../text/plain-text.ts'
import { findPlaces, type Place } from './find-places.ts'
import { type LabWords, labWords } from './words.ts'

/** A request for a component as it was written. */
export interface Payload {
  component: string
  props: JsonObject
  title?: string
}

/** A fault in the text: what should stand there, and where that is. */
export interface LabIssue {
  message: string
  /** JSON Pointer into the payload; undefined where the text is no JSON. */
  pointer?: string
  place: Place
  /** From 1. */
  line: number
  column: number
}

/** What a text holds: a payload as soon as it has the form of one, and its faults of form. */
export interface ReadText {
  payload?: Payload
  issues: readonly LabIssue[]
}

const KEYS = ['component', 'props', 'title', 'id']

/** Reads what was typed; what the registry says of it comes later. */
export function readText(text: string, words: LabWords = labWords): ReadText {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return { issues: [syntaxIssue(text, words)] }
  }
  const issues = located(text, formFaults(value, words), words)
  if (!isRecord(value) || typeof value.component !== 'string' || !isRecord(value.props)) return { issues }
  const { component, props, title } = value
  return { payload: { component, props: props as JsonObject, ...(typeof title === 'string' ? { title } : {}) }, issues }
}

function syntaxIssue(text: string, words: LabWords): LabIssue {
  const found = findPlaces(text, new Set(), words)
  // What JSON.parse refuses and the reader takes is nothing that both know of.
  const { at, expected } = found.ok ? { at: 0, expected: words.json } : found
  return { message: words.notJson(expected), place: { start: at, end: Math.min(text.length, at + 1) }, ...lineOf(text, at) }
}

function formFaults(value: unknown, words: LabWords): ValidationIssue[] {
  if (!isRecord(value)) return [fault('', words.payloadObject)]
  const unknown = Object.keys(value).filter((key) => !KEYS.includes(key))
  return [
    ...(typeof value.component === 'string' ? [] : [fault('/component', words.componentName)]),
    ...(isRecord(value.props) ? [] : [fault('/props', words.object)]),
    ...['title', 'id'].filter((key) => Object.hasOwn(value, key) && typeof value[key] !== 'string').map((key) => fault(`/${key}`, words.string)),
    ...unknown.map((key) => fault(`/${token(key)}`, words.onlyKeys(KEYS.join(', ')))),
  ]
}

const fault = (pointer: string, expected: string): ValidationIssue => ({ code: 'schema_invalid', pointer, expected })
const token = (key: string) => key.replaceAll('~', '~0').replaceAll('/', '~1')

/** How a payload is checked. */
export interface CheckRules {
  components: ComponentSet
  policy: Policy
  /** Default: English. */
  words?: LabWords
}

/** What the registry finds wrong with the payload of a text, each at its place. */
export function checkPayload(text: string, { component, props }: Payload, { components, policy, words = labWords }: CheckRules): readonly LabIssue[] {
  const result = components.validateComponent(component, props, { policy, ...(asks(component) ? { via: 'interactive' as const } : {}) })
  if (result.ok) return []
  const ofName = new Set(['unknown_component', 'component_not_allowed', 'interactive_not_allowed'])
  const at = ({ pointer, code }: ValidationIssue) => (pointer === '' && ofName.has(code) ? '/component' : `/props${pointer}`)
  return located(
    text,
    result.issues.map((issue) => ({ ...issue, pointer: at(issue) })),
    words,
  )
}

function located(text: string, issues: readonly ValidationIssue[], words: LabWords): LabIssue[] {
  if (issues.length === 0) return []
  const found = findPlaces(text, new Set(issues.flatMap(({ pointer }) => upwards(pointer))))
  const places = found.ok ? found.places : new Map<string, Place>()
  return issues.map((issue) => {
    const place = placeOf(issue.pointer, places)
    return { message: messageOf(issue, words), pointer: issue.pointer, place, ...lineOf(text, place.start) }
  })
}

/** A pointer and all above it, itself first. */
function upwards(pointer: string): string[] {
  const all = [pointer]
  for (let at = pointer.lastIndexOf('/'); at >= 0; at = pointer.lastIndexOf('/', at - 1)) {
    all.push(pointer.slice(0, at))
    if (at === 0) break
  }
  return all
}

/** Of what is missing, the brace of what should hold it. */
function placeOf(pointer: string, places: ReadonlyMap<string, Place>): Place {
  const own = places.get(pointer)
  if (own && pointer !== '') return own
  const above = upwards(pointer).map((one) => places.get(one))
  const start = above.find((place) => place !== undefined)?.start ?? 0
  return { start, end: start + 1 }
}

function messageOf({ code, expected, received, suggestion }: ValidationIssue, words: LabWords): string {
  const need = expected ? words.needs(plainText(expected, 200)) : plainText(code.replaceAll('_', ' '), 60)
  return [`${need}${received ? words.not(plainText(received, 60)) : ''}`, ...(suggestion ? [plainText(suggestion, 200)] : [])].join('. ')
}

function lineOf(text: string, at: number): { line: number; column: number } {
  const before = text.slice(0, at)
  return { line: before.split('\n').length, column: at - before.lastIndexOf('\n') }
}
