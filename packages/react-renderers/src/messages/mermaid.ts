import type { FormattedLimit } from './drawing.ts'

/** Messages of a diagram; figures come as they are written. */
export const mermaidMessages = {
  diagram: (heading: string) => `Diagram${heading && `: ${heading}`}`,
  fullSize: 'Full size',
  kind: (kind: string) => `Diagram (${kind})`,
  sourceBelow: 'Its source is below.',
  absent: 'What draws diagrams did not load. It is the package mermaid, which an app installs beside this one: npm install mermaid.',
  failed: 'This diagram could not be drawn.',
  unreadable: (line: string) => `This diagram could not be drawn. Its text cannot be read at line ${line}.`,
  tooLong: ({ count, max }: FormattedLimit) => `This diagram is too long to be drawn: ${count} characters, and the maximum is ${max}.`,
  empty: 'This diagram is empty.',
  pictures: 'This diagram asks for pictures or icons, which are not loaded.',
  settings: 'This diagram brings settings of its own, which are not used.',
  lines: ({ count, max }: FormattedLimit) => `This diagram has too much to draw: ${count} lines, and the maximum is ${max}.`,
  links: ({ count, max }: FormattedLimit) => `This diagram has too much to draw: ${count} links, and the maximum is ${max}.`,
  blocks: ({ count, max }: FormattedLimit) => `This diagram has too much to draw: ${count} blocks, and the maximum is ${max}.`,
  words: 'This diagram has words that are too long to be drawn.',
  counts: 'This diagram counts further than can be drawn.',
}
