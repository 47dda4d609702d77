import type { ComponentText } from '../contracts/component-text.ts'
import { address } from './address.ts'
import { textAt } from './parts.ts'

/** The title and the address of the frame. */
export const embedText: ComponentText = { full: line, short: line }

function line(props: Readonly<Record<string, unknown>>): string {
  return `Page of another site: ${[textAt(props, 'title'), address(props.url)].filter(Boolean).join(', ') || 'without address'}`
}
