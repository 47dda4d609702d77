import { createPartialJson, type JsonObject } from '@pf/core'
import { isRecord } from '@pf/core/internal'
import { isInteractive } from './interactive-tools.ts'
import { omitUndefined } from './read.ts'
import type { ComponentStatus } from './types.ts'

/** What decides, in the browser, whether and how far a component may be shown before the server has validated it. */
export interface PreviewRules {
  allows(component: string): boolean
  /** The part of unfinished props that fits the component's schema. */
  prefix(component: string, partial: unknown, arrived?: PathStateLookup): JsonObject | undefined
  /** What must be fetched before all of these props can be checked; undefined: nothing. */
  loading?(component: string, partial: unknown): Promise<void> | undefined
}

/** How far the value at a pointer below the props has come. */
export type PathStateLookup = (pointer: string) => 'pending' | 'complete' | 'absent'

/** What of a component can be shown now. */
export interface PreviewView {
  component: string
  status: Extract<ComponentStatus, 'skeleton' | 'streaming'>
  props: JsonObject
  title?: string
}

/** Reads the streamed arguments of one render_component call. */
export interface Preview {
  feed(delta: string): void
  /** True once after each feed. */
  consumeChange(): boolean
  /** Undefined where nothing may be shown: no component yet, a component that is not allowed, arguments that broke before any. */
  view(): PreviewView | undefined
  /** What was asked for, unchecked, once all of it has come and the component is allowed. */
  completeArguments(): Pick<PreviewView, 'component' | 'props'> | undefined
}

const NOTHING: JsonObject = {}

/** What a preview is told beside the rules. */
export interface PreviewOptions {
  /** Tells of a change that no delta brought. */
  onChange?: () => void
  /** The component whose props the arguments are; without it they name one themselves. */
  component?: string | undefined
}

/** A parser per call; a fault in the arguments freezes the view, the server's verdict follows anyway. */
export function createPreview(rules: PreviewRules, { onChange = () => {}, component: fixed }: PreviewOptions = {}): Preview {
  const parser = createPartialJson()
  let broken = false
  let changed = false
  let last: PreviewView | undefined
  let waiting = false

  /** What could be shown but for rules that are still being fetched is read again when they are there. */
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

/** What the arguments say so far: the props of a `fixed` component, else a component with its props. */
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
  // Props before the name: something is coming, but nothing may be shown of it yet.
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
