import type { JsonObject, ValidationIssue } from '@pf/core'
import { isRecord } from '@pf/core/internal'
import type { ComponentSet, Policy } from '@pf/registry/browser'
import { type LabMessages, labMessages } from '../messages/lab.ts'
import { isInteractive } from '../store/model/interactive-tools.ts'
import { plainText } from '../text/plain-text.ts'
import { findRanges, type TextRange } from './find-ranges.ts'

/** An unvalidated request for a component. */
export interface Payload {
  component: string
  props: JsonObject
  title?: string
}

/** A problem in the text with its position. */
export interface LabIssue {
  message: string
  /** JSON Pointer into the payload; undefined if the text is not JSON. */
  pointer?: string
  range: TextRange
  /** Line number, starting at 1. */
  line: number
  column: number
}

/** The content of a text: a payload if it has the form of one, and its faults of form. */
export interface ReadText {
  payload?: Payload
  issues: readonly LabIssue[]
}

const KEYS = ['component', 'props', 'title', 'id']

/** Parses the text of the editor. The payload is validated later. */
export function readText(text: string, messages: LabMessages = labMessages): ReadText {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return { issues: [syntaxIssue(text, messages)] }
  }
  const issues = withRanges(text, shapeIssues(value, messages), messages)
  if (!isRecord(value) || typeof value.component !== 'string' || !isRecord(value.props)) return { issues }
  const { component, props, title } = value
  return { payload: { component, props: props as JsonObject, ...(typeof title === 'string' ? { title } : {}) }, issues }
}

function syntaxIssue(text: string, messages: LabMessages): LabIssue {
  const found = findRanges(text, new Set(), messages)
  // The text is refused by JSON.parse and accepted by the reader, for an unknown reason.
  const { at, expected } = found.ok ? { at: 0, expected: messages.json } : found
  return { message: messages.notJson(expected), range: { start: at, end: Math.min(text.length, at + 1) }, ...lineOf(text, at) }
}

function shapeIssues(value: unknown, messages: LabMessages): ValidationIssue[] {
  if (!isRecord(value)) return [schemaIssue('', messages.payloadObject)]
  const unknown = Object.keys(value).filter((key) => !KEYS.includes(key))
  return [
    ...(typeof value.component === 'string' ? [] : [schemaIssue('/component', messages.componentName)]),
    ...(isRecord(value.props) ? [] : [schemaIssue('/props', messages.object)]),
    ...['title', 'id'].filter((key) => Object.hasOwn(value, key) && typeof value[key] !== 'string').map((key) => schemaIssue(`/${key}`, messages.string)),
    ...unknown.map((key) => schemaIssue(`/${token(key)}`, messages.onlyKeys(KEYS.join(', ')))),
  ]
}

const schemaIssue = (pointer: string, expected: string): ValidationIssue => ({ code: 'schema_invalid', pointer, expected })
const token = (key: string) => key.replaceAll('~', '~0').replaceAll('/', '~1')

/** Options for the validation of a payload. */
export interface CheckRules {
  components: ComponentSet
  policy: Policy
  /** Default: English. */
  messages?: LabMessages
}

/** Returns the issues of the registry for the payload of a text, each with its position. */
export function checkPayload(text: string, { component, props }: Payload, { components, policy, messages = labMessages }: CheckRules): readonly LabIssue[] {
  const result = components.validateComponent(component, props, { policy, ...(isInteractive(component) ? { via: 'interactive' as const } : {}) })
  if (result.ok) return []
  const ofName = new Set(['unknown_component', 'component_not_allowed', 'interactive_not_allowed'])
  const at = ({ pointer, code }: ValidationIssue) => (pointer === '' && ofName.has(code) ? '/component' : `/props${pointer}`)
  return withRanges(
    text,
    result.issues.map((issue) => ({ ...issue, pointer: at(issue) })),
    messages,
  )
}

function withRanges(text: string, issues: readonly ValidationIssue[], messages: LabMessages): LabIssue[] {
  if (issues.length === 0) return []
  const found = findRanges(text, new Set(issues.flatMap(({ pointer }) => pointerAndParents(pointer))))
  const ranges = found.ok ? found.ranges : new Map<string, TextRange>()
  return issues.map((issue) => {
    const range = rangeOf(issue.pointer, ranges)
    return { message: messageOf(issue, messages), pointer: issue.pointer, range, ...lineOf(text, range.start) }
  })
}

/** A JSON Pointer followed by its parents. */
function pointerAndParents(pointer: string): string[] {
  const all = [pointer]
  for (let at = pointer.lastIndexOf('/'); at >= 0; at = pointer.lastIndexOf('/', at - 1)) {
    all.push(pointer.slice(0, at))
    if (at === 0) break
  }
  return all
}

/** The range of a value, or the opening brace of its parent when it is missing. */
function rangeOf(pointer: string, ranges: ReadonlyMap<string, TextRange>): TextRange {
  const own = ranges.get(pointer)
  if (own && pointer !== '') return own
  const above = pointerAndParents(pointer).map((one) => ranges.get(one))
  const start = above.find((range) => range !== undefined)?.start ?? 0
  return { start, end: start + 1 }
}

function messageOf({ code, expected, received, suggestion }: ValidationIssue, messages: LabMessages): string {
  const need = expected ? messages.expected(plainText(expected, 200)) : plainText(code.replaceAll('_', ' '), 60)
  return [`${need}${received ? messages.received(plainText(received, 60)) : ''}`, ...(suggestion ? [plainText(suggestion, 200)] : [])].join('. ')
}

function lineOf(text: string, at: number): { line: number; column: number } {
  const before = text.slice(0, at)
  return { line: before.split('\n').length, column: at - before.lastIndexOf('\n') }
}
