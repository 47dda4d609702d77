import { isRecord } from '@pf/core/internal'
import { attempt } from '../checks/attempt.ts'
import type { TextContext } from '../contracts/component-text.ts'
import type { Registry } from '../contracts/registry-data.ts'
import { componentFlags } from '../generated/component-flags.ts'
import { texts } from '../kits/texts.ts'
import type { Policy } from '../policy/policy.ts'
import { clean, hidden } from '../text/clean.ts'
import { genericText } from '../text/generic-text.ts'

const maxNesting = 16
const maxComponents = 500
const maxText = 200_000

/**
 * Returns the text form of a component for mail, logs and screen readers: the complete text, or with `short` one line of at most 200
 * characters. Accepts any props and never throws.
 */
export function toText(component: unknown, props: unknown, options: { short?: boolean; policy?: Policy } = {}): string {
  const known = { flags: componentFlags, texts, ...options.policy?.registry }
  const name = typeof component === 'string' ? component.slice(0, 64) : ''
  const text = attempt(() => render(component, props, { short: options.short ?? false, depth: 0, spent: { components: 0 }, known }), name)
  return options.short ? oneLine(text) : clean(text.slice(0, maxText))
}

interface Rendering {
  short: boolean
  depth: number
  /** Counters for the entire text. Props that are not JSON may contain one component many times. */
  spent: { components: number }
  known: Pick<Registry, 'flags' | 'texts'>
}

function render(component: unknown, props: unknown, { short, depth, spent, known }: Rendering): string {
  const name = typeof component === 'string' ? component : ''
  if (!known.flags.has(name) || depth > maxNesting || ++spent.components > maxComponents) return name.slice(0, 64)
  const context: TextContext = { nested: (inner, innerProps) => render(inner, innerProps, { short, depth: depth + 1, spent, known }) }
  const form = known.texts.get(name) ?? genericText
  return form[short ? 'short' : 'full'](isRecord(props) ? props : {}, context)
}

/** Returns one line of at most 200 characters. */
function oneLine(text: string): string {
  const line = text
    .slice(0, 4000)
    .replaceAll(hidden, '')
    .replaceAll(/[\p{Cc}\s]+/gu, ' ')
    .trim()
    .toWellFormed()
  return line.length <= 200 ? line : `${line.slice(0, 199).replace(/[\uD800-\uDBFF]$/, '')}…`
}
