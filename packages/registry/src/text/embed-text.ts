import type { ComponentText } from '../contracts/component-text.ts'
import { address } from './address.ts'
import { textAt } from './parts.ts'

/** What the frame holds and its address. */
export const embedText: ComponentText = { full: line, short: line }

function line(props: Readonly<Record<string, unknown>>): string {
  return `Page of another site: ${[textAt(props, 'title'), address(props.url)].filter(Boolean).join(', ') || 'without address'}`
}
