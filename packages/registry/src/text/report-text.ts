import { isRecord } from '@pf/core/internal'
import type { ComponentText, TextContext } from '../contracts/component-text.ts'
import { joined } from './joined.ts'
import { cellText, count, listAt, textAt, valueAt } from './parts.ts'

const maxSections = 500
const maxDepth = 16

type Props = Readonly<Record<string, unknown>>

/** The entire document in reading order, with headings marked by their level. `short` lists its sections. */
export const reportText: ComponentText = {
  full: (props, context) => joined(blocks(props, context), '\n\n'),
  short: (props) => {
    const sections = listAt(props, 'sections')
    const titles = sections.slice(0, 20).map((section) => textAt(section, 'title'))
    return [`Report ${textAt(props, 'title')}`.trim(), [count(sections.length, 'section'), titles.filter(Boolean).join('; ')].filter(Boolean).join(': ')].join(
      ', ',
    )
  },
}

function* blocks(props: Props, context: TextContext): Generator<string> {
  const head = [textAt(props, 'title'), textAt(props, 'subtitle'), facts(props)].filter(Boolean).join('\n')
  if (head !== '') yield head
  yield* sectionBlocks(listAt(props, 'sections'), { context, depth: 1, left: { sections: maxSections } })
  const footer = textAt(props, 'footer')
  if (footer !== '') yield footer
}

function facts({ metadata }: Props): string {
  if (!isRecord(metadata)) return ''
  return Object.entries(metadata)
    .slice(0, 20)
    .map(([name, value]) => `${name}: ${cellText(value)}`)
    .join(', ')
}

interface Level {
  context: TextContext
  depth: number
  /** Counter for the entire report. Props that are not JSON may contain a section inside itself. */
  left: { sections: number }
}

function* sectionBlocks(sections: readonly unknown[], level: Level): Generator<string> {
  for (const section of sections) {
    if (level.depth > maxDepth || level.left.sections-- <= 0) return
    const title = textAt(section, 'title')
    if (title !== '') yield `${'#'.repeat(Math.min(6, level.depth))} ${title}`
    const content = textAt(section, 'content')
    if (content !== '') yield content
    for (const slot of listAt(section, 'components').slice(0, 100)) yield slotText(slot, level.context)
    yield* sectionBlocks(listAt(section, 'subsections'), { ...level, depth: level.depth + 1 })
  }
}

const slotText = (slot: unknown, context: TextContext) =>
  [context.nested(valueAt(slot, 'component'), valueAt(slot, 'props')), textAt(slot, 'caption')].filter(Boolean).join('\n')
