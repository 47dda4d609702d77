import type { WrittenExcess } from './drawing.ts'

/** Messages of a diagram; figures come as they are written. */
export const mermaidMessages = {
  diagram: (heading: string) => `Diagram${heading && `: ${heading}`}`,
  fullSize: 'Full size',
  kind: (kind: string) => `Diagram (${kind})`,
  sourceBelow: 'Its source is below.',
  absent: 'What draws diagrams did not load. It is the package mermaid, which an app installs beside this one: npm install mermaid.',
  failed: 'This diagram could not be drawn.',
  unreadable: (line: string) => `This diagram could not be drawn. Its text cannot be read at line ${line}.`,
  tooLong: ({ count, most }: WrittenExcess) => `This diagram is too long to be drawn: ${count} characters, and ${most} are the most.`,
  empty: 'This diagram is empty.',
  pictures: 'This diagram asks for pictures or icons, which are not loaded.',
  settings: 'This diagram brings settings of its own, which are not used.',
  lines: ({ count, most }: WrittenExcess) => `This diagram has too much to draw: ${count} lines, and ${most} are the most.`,
  links: ({ count, most }: WrittenExcess) => `This diagram has too much to draw: ${count} links, and ${most} are the most.`,
  blocks: ({ count, most }: WrittenExcess) => `This diagram has too much to draw: ${count} blocks, and ${most} are the most.`,
  words: 'This diagram has words that are too long to be drawn.',
  counts: 'This diagram counts further than can be drawn.',
}
