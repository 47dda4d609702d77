import type { FormattedLimit } from './drawing.ts'

/** Messages of a diagram. Numbers are passed as formatted text. */
export const mermaidMessages = {
  diagram: (heading: string) => `Diagram${heading && `: ${heading}`}`,
  fullSize: 'Full size',
  kind: (kind: string) => `Diagram (${kind})`,
  sourceBelow: 'Its source is below.',
  libraryMissing: 'The library for diagrams could not be loaded. It is a package that the app installs: npm install mermaid.',
  failed: 'This diagram could not be drawn.',
  unreadable: (line: string) => `This diagram could not be drawn. There is a syntax error in line ${line}.`,
  tooLong: ({ count, max }: FormattedLimit) => `This diagram is too long to draw: it has ${count} characters, and the maximum is ${max}.`,
  empty: 'This diagram is empty.',
  unknownKind: 'Diagrams of this kind are not supported.',
  images: 'This diagram uses images or icons, which are not loaded.',
  settings: 'This diagram contains settings, which are not supported.',
  lines: ({ count, max }: FormattedLimit) => `This diagram has too much to draw: ${count} lines, and the maximum is ${max}.`,
  links: ({ count, max }: FormattedLimit) => `This diagram has too much to draw: ${count} links, and the maximum is ${max}.`,
  blocks: ({ count, max }: FormattedLimit) => `This diagram has too much to draw: ${count} blocks, and the maximum is ${max}.`,
  elements: ({ count, max }: FormattedLimit) => `This diagram has too much to draw: ${count} elements, and the maximum is about ${max}.`,
  words: 'This diagram contains words that are too long to draw.',
  counts: 'This diagram contains numbers that are too large to draw.',
}
