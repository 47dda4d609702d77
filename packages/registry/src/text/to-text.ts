import { isRecord } from '@pf/core'
import type { ComponentKit, TextContext } from '../validate/component-kit.ts'

const mostNesting = 16

/** Text form of a component for mail, logs and screen readers: all of it, or with `short` one line of at most 200 characters. Takes any props. */
export function toTextWith(
  kits: ReadonlyMap<string, ComponentKit>,
  request: { component: unknown; props: unknown },
  options: { short?: boolean } = {},
): string {
  const text = render(kits, request, { short: options.short ?? false, depth: 0 })
  return options.short ? oneLine(text) : text
}

function render(
  kits: ReadonlyMap<string, ComponentKit>,
  { component, props }: { component: unknown; props: unknown },
  at: { short: boolean; depth: number },
): string {
  const kit = typeof component === 'string' ? kits.get(component) : undefined
  if (!kit || at.depth > mostNesting) return String(component).slice(0, 64)
  const context: TextContext = { nested: (name, inner) => render(kits, { component: name, props: inner }, { short: at.short, depth: at.depth + 1 }) }
  const safe = isRecord(props) ? props : {}
  return at.short ? kit.text.short(safe, context) : kit.text.full(safe, context)
}

/** No line breaks, control or direction characters, at most 200 characters. */
function oneLine(text: string): string {
  const line = text
    .replaceAll(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .trim()
    .toWellFormed()
  return line.length <= 200 ? line : `${line.slice(0, 199).toWellFormed()}…`
}
