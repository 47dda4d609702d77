import type { ComponentText } from '../contracts/component-text.ts'
import { address } from './address.ts'

/** The address of the video. */
export const videoText: ComponentText = { full: line, short: line }

function line(props: Readonly<Record<string, unknown>>): string {
  return `Video: ${address(props.src) || 'a stored file'}`
}
