import { createPartialJson, type JsonObject } from '@pf/core'
import { isRecord } from '@pf/core/internal'
import { isInteractive } from './interactive-tools.ts'
import { omitUndefined } from './read.ts'
import type { ComponentStatus } from './types.ts'

/** The rules of the browser for showing a component before the server has validated it. */
export interface PreviewRules {
  allows(component: string): boolean
  /** Returns the part of incomplete props that is valid for the component's schema. */
  prefix(component: string, partial: unknown, arrived?: PathStateLookup): JsonObject | undefined
  /** Starts loading what is needed to validate these props; undefined if nothing is missing. */
  loading?(component: string, partial: unknown): Promise<void> | undefined
}

/** Returns the state of the value at a pointer into the props. */
export type PathStateLookup = (pointer: string) => 'pending' | 'complete' | 'absent'

/** The part of a component that can be shown now. */
export interface PreviewView {
  component: string
  status: Extract<ComponentStatus, 'skeleton' | 'streaming'>
  props: JsonObject
  title?: string
}

/** Reads the streamed arguments of one render_component call. */
export interface Preview {
  feed(delta: string): void
  /** Returns true once after each call of `feed`. */
  consumeChange(): boolean
  /** Returns undefined if nothing may be shown: there is no component yet, the component is not allowed, or the arguments are invalid from the beginning. */
  view(): PreviewView | undefined
  /** Returns the complete arguments, not validated, if the component is allowed; otherwise undefined. */
  completeArguments(): Pick<PreviewView, 'component' | 'props'> | undefined
}

const NOTHING: JsonObject = {}

/** Options of a preview. */
export interface PreviewOptions {
  /** Called for a change that was not caused by a delta. */
  onChange?: () => void
  /** The component whose props are the arguments. Without it, the arguments contain the name. */
  component?: string | undefined
}

/** Creates the preview of a call. After invalid arguments the view does not change any more; the server sends its decision in any case. */
export function createPreview(rules: PreviewRules, { onChange = () => {}, component: fixed }: PreviewOptions = {}): Preview {
  const parser = createPartialJson()
  let broken = false
  let changed = false
  let last: PreviewView | undefined
  let waiting = false

  /** Reads the arguments again after the kits that they need have been loaded. */
  function awaitRules(component: string) {
    if (waiting) return
    const loading = rules.loading?.(component, readArguments(parser, fixed)?.props)
    waiting = loading !== undefined
    void loading?.then(() => {
      waiting = false
      changed = true
      onChange()
    })
  }
  return {
    feed(delta) {
      if (broken) return
      changed = true
      try {
        parser.feed(delta)
      } catch {
        broken = true
      }
    },
    consumeChange() {
      const was = changed
      changed = false
      return was
    },
    view() {
      try {
        last = readView(parser, rules, fixed)
        if (last && last.component !== '') awaitRules(last.component)
      } catch {
        broken = true
      }
      return last
    },
    completeArguments() {
      try {
        return fixed === undefined ? readCompleteArguments(parser, rules) : undefined
      } catch {
        return undefined
      }
    },
  }
}

type Parser = ReturnType<typeof createPartialJson>

interface Arguments {
  component: string | undefined
  props: unknown
  /** Pointer to the props. */
  at: string
  title?: string | undefined
}

/** Returns the current arguments: the props of a `fixed` component, otherwise a component with its props. */
function readArguments(parser: Parser, fixed: string | undefined): Arguments | undefined {
  const value = parser.value
  if (!isRecord(value)) return undefined
  if (fixed !== undefined) return { component: fixed, props: value, at: '' }
  const props = Object.hasOwn(value, 'props') ? value.props : undefined
  const component = complete(parser, value, 'component')
  return { component, props, at: '/props', title: complete(parser, value, 'title') }
}

function readView(parser: Parser, rules: PreviewRules, fixed: string | undefined): PreviewView | undefined {
  const read = readArguments(parser, fixed)
  if (!read) return undefined
  const { component, props: partial, at, title } = read
  // The props precede the name. A component can be expected, but nothing may be shown of it yet.
  if (component === undefined) return partial === undefined ? undefined : { component: '', status: 'skeleton', props: NOTHING }
  if (!rules.allows(component) || (fixed === undefined && isInteractive(component))) return undefined
  const props = partial === undefined ? undefined : rules.prefix(component, partial, (pointer) => parser.pathState(at + pointer))
  return omitUndefined({ component, status: props ? 'streaming' : 'skeleton', props: props ?? NOTHING, title })
}

function readCompleteArguments(parser: Parser, rules: PreviewRules): ReturnType<Preview['completeArguments']> {
  const { component, props } = readArguments(parser, undefined) ?? {}
  if (component === undefined || !isRecord(props) || parser.pathState('/props') !== 'complete') return undefined
  return rules.allows(component) && !isInteractive(component) ? { component, props: props as JsonObject } : undefined
}

function complete(parser: Parser, value: Record<string, unknown>, key: string): string | undefined {
  if (!Object.hasOwn(value, key) || parser.pathState(`/${key}`) !== 'complete') return undefined
  const found = value[key]
  return typeof found === 'string' ? found : undefined
}
