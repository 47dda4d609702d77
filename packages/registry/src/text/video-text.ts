import { address } from './address.ts'
import type { ComponentText } from './component-text.ts'

/** Where the video is. */
export const videoText: ComponentText = { full: line, short: line }

function line(props: Readonly<Record<string, unknown>>): string {
  return `Video: ${address(props.src) || 'a stored file'}`
}
