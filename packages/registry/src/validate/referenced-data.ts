import { formatPointer, type JsonValue, PfError, parsePointer, readPointer, type ValidationIssue } from '@pf/core'
import { isRecord } from '@pf/core/internal'
import { attempt } from '../checks/attempt.ts'
import { cutIssues, limitIssue, schemaIssues, unreadable } from '../checks/issues.ts'
import { measure } from '../checks/measure.ts'
import type { ComponentKit } from '../contracts/component-kit.ts'
import { itemState, propertyState, type Shape } from '../contracts/shape.ts'
import type { ComponentRequest } from './check.ts'
import type { ReferencedLocation } from './options.ts'

/** A data prop inside the component that owns it. */
export interface DataLocationInProps {
  component: string
  pointer: string
}

const max = 20
const pageLimits = { depth: 32, nodes: 5_000_000, chars: 200_000_000 }

/**
 * Validates data that stays outside of the props, page by page, as if it were at the data prop `pointer` of `component`. Row numbers in
 * pointers count over all pages. Stops reading after 20 issues. Throws PfError `invalid_input` if there is no data prop at this location.
 */
export function validateReferencedWith(
  kits: ReadonlyMap<string, ComponentKit>,
  location: DataLocationInProps,
  pages: Iterable<JsonValue[]>,
): ValidationIssue[] {
  const target = targetOf(kits, location)
  const issues: ValidationIssue[] = []
  let offset = 0
  for (const page of pages) {
    issues.push(...attempt(() => pageIssues(target, page, offset), [{ ...unreadable, pointer: location.pointer }]))
    offset += attempt(() => page.length, 0)
    if (issues.length >= max) break
  }
  return cutIssues(issues)
}

function targetOf(kits: ReadonlyMap<string, ComponentKit>, { component, pointer }: DataLocationInProps): Target {
  const kit = kits.get(component)
  const tokens = parsePointer(pointer)
  if (kit && tokens && holdsData(kit.shape, tokens)) return { kit, tokens, pointer }
  throw new PfError(
    'invalid_input',
    `${typeof component === 'string' ? component.slice(0, 64) : typeof component} has no data prop at ${pointer.slice(0, 100)}.`,
  )
}

function holdsData(shape: readonly Shape[], tokens: readonly string[]): boolean {
  let index: number | undefined = 0
  for (const token of tokens) index = /^\d+$/.test(token) ? itemState(shape, index) : propertyState(shape, index, token)
  return index !== undefined && shape[index]?.data === true
}

interface Target {
  kit: ComponentKit
  tokens: readonly string[]
  pointer: string
}

/** Validates the page with the relaxed validator, in props that are otherwise empty. Only faults inside the page count. */
function pageIssues({ kit, tokens, pointer }: Target, page: unknown, offset: number): ValidationIssue[] {
  const fault = measure(page, pageLimits).fault
  if (fault) return [shift(limitIssue({ ...fault, pointer: pointer + fault.pointer }, pageLimits), pointer, offset)]
  const at = formatPointer(tokens.map((token) => (/^\d+$/.test(token) ? '0' : token)))
  const props = wrap(tokens, page)
  if (kit.relaxed(props)) return []
  const faults = (kit.relaxed.errors ?? []).filter((error) => error.instancePath.startsWith(at) && error.keyword !== 'maxItems')
  return schemaIssues(faults, props, kit.shape).map((issue) => shift({ ...issue, pointer: pointer + issue.pointer.slice(at.length) }, pointer, offset))
}

const wrap = (tokens: readonly string[], value: unknown): unknown =>
  tokens.reduceRight((inner, token) => (/^\d+$/.test(token) ? [inner] : { [token]: inner }), value)

/** Converts row numbers within a page to row numbers within all data. */
function shift(issue: ValidationIssue, pointer: string, offset: number): ValidationIssue {
  const [, row = '', rest = ''] = /^\/(\d+)(.*)$/s.exec(issue.pointer.slice(pointer.length)) ?? []
  return row === '' || offset === 0 ? issue : { ...issue, pointer: `${pointer}/${Number(row) + offset}${rest}` }
}

/** Validates the data behind references that stayed in the props. The references may belong to any nested component. */
export function checkReferenced(
  kits: ReadonlyMap<string, ComponentKit>,
  request: ComponentRequest,
  locations: readonly ReferencedLocation[],
): ValidationIssue[] {
  return locations.flatMap((location) => {
    if (location.rows === undefined || !isStored(request.props, location.pointer)) return []
    const owner = ownerOf(kits, request, location.pointer)
    if (!owner) return []
    const prefix = location.pointer.slice(0, location.pointer.length - owner.pointer.length)
    return wholeIssues(kits, owner, location.rows).map((issue) => ({ ...issue, pointer: prefix + issue.pointer }))
  })
}

/** For text, only the type is validated, because the stored text is the content of a file, not the value of the prop. */
function wholeIssues(kits: ReadonlyMap<string, ComponentKit>, owner: DataLocationInProps, data: unknown): ValidationIssue[] {
  if (Array.isArray(data)) return validateReferencedWith(kits, owner, [data as JsonValue[]])
  return cutIssues(pageIssues(targetOf(kits, owner), typeof data === 'string' ? 'text' : data, 0))
}

/** True if a pointer into the props is the location of data, or lies inside of data, in a request or one of its nested components. */
export function isDataLocation(kits: ReadonlyMap<string, ComponentKit>, request: ComponentRequest, pointer: string): boolean {
  for (let at = pointer; at !== ''; at = at.slice(0, at.lastIndexOf('/'))) if (ownerOf(kits, request, at)) return true
  return false
}

function isStored(props: unknown, pointer: string): boolean {
  const { value } = readPointer(props, pointer)
  return isRecord(value) && Object.hasOwn(value, 'artifact_id')
}

/** Returns the innermost component with a data prop at `pointer`, and the pointer inside its props; undefined if there is none. */
function ownerOf(kits: ReadonlyMap<string, ComponentKit>, request: { component: unknown; props: unknown }, pointer: string): DataLocationInProps | undefined {
  const tokens = parsePointer(pointer)
  let owner = { component: request.component, from: 0 }
  let value = request.props
  for (const [index, token] of (tokens ?? []).entries()) {
    if (isRecord(value) && token === 'props' && typeof value.component === 'string' && isSlot(kits, owner, tokens ?? [], index))
      owner = { component: value.component, from: index + 1 }
    value = typeof value === 'object' && value !== null && Object.hasOwn(value, token) ? (value as Record<string, unknown>)[token] : undefined
  }
  const kit = typeof owner.component === 'string' ? kits.get(owner.component) : undefined
  const rest = (tokens ?? []).slice(owner.from)
  return kit && tokens && holdsData(kit.shape, rest) ? { component: kit.name, pointer: formatPointer(rest) } : undefined
}

function isSlot(kits: ReadonlyMap<string, ComponentKit>, owner: { component: unknown; from: number }, tokens: readonly string[], end: number): boolean {
  const shape = typeof owner.component === 'string' ? kits.get(owner.component)?.shape : undefined
  let index: number | undefined = 0
  for (const token of tokens.slice(owner.from, end)) index = shape && (/^\d+$/.test(token) ? itemState(shape, index) : propertyState(shape, index, token))
  return index !== undefined && shape?.[index]?.slot !== undefined
}
