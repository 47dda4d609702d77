import { isRecord } from '@pf/core/internal'
import { plainLine, plainText } from '../../text/plain-text.ts'
import { readSlots, type Slot } from '../slots/read-slots.ts'

/** A section of a report with its subsections. */
export interface ReportSection {
  /** Stable while the report grows, and unique among its siblings. */
  key: string
  /** The keys from the root, unique in the report. */
  path: string
  heading: string
  content: string
  figures: readonly Figure[]
  sections: readonly ReportSection[]
  /** Number of figures in the report before this section. */
  figuresBefore: number
}

/** A component with its caption. */
export interface Figure {
  slot: Slot
  caption: string
}

const MAX_DEPTH = 12
const MAX_SECTIONS = 1_000

/** Returns the sections of a report that can be shown, and the number of sections that are omitted because there are too many or they are nested too deeply. */
export function readSections(list: unknown): { sections: readonly ReportSection[]; omitted: number } {
  const counts = { sections: 0, figures: 0, omitted: 0 }
  function read(items: unknown, above: string, depth: number): ReportSection[] {
    return readSlots(items).flatMap((slot) => {
      if (depth > MAX_DEPTH || ++counts.sections > MAX_SECTIONS) {
        counts.omitted++
        return []
      }
      const path = above === '' ? slot.key : `${above}/${slot.key}`
      const figures = readFigures(slot.fields.components)
      const figuresBefore = counts.figures
      counts.figures += figures.length
      const heading = plainLine(slot.fields.title, 500)
      return [{ key: slot.key, path, heading, content: slot.content, figures, figuresBefore, sections: read(slot.fields.subsections, path, depth + 1) }]
    })
  }
  const sections = read(list, '', 1)
  return { sections, omitted: counts.omitted }
}

const readFigures = (components: unknown): Figure[] =>
  readSlots(components).flatMap((slot) => (slot.nested ? [{ slot, caption: plainLine(slot.fields.caption, 2_000) }] : []))

/** A metadata entry of the report. */
export interface Fact {
  key: string
  name: string
  value: string
}

const first = ['author', 'date', 'version']

/** Returns the metadata of a report: author, date and version first, then the others in their order. `writeDate` formats dates. */
export function readFacts(metadata: unknown, writeDate: (value: unknown) => string): Fact[] {
  if (!isRecord(metadata)) return []
  const rank = (key: string) => (first.includes(key) ? first.indexOf(key) : first.length)
  const keys = Object.keys(metadata)
    .slice(0, 20)
    .sort((a, b) => rank(a) - rank(b))
  return keys.flatMap((key) => {
    const value = metadata[key]
    if (typeof value === 'object' || value === undefined || value === '') return []
    return [{ key, name: nameOf(key), value: key === 'date' ? plainText(writeDate(value), 100) : plainText(String(value), 500) }]
  })
}

function nameOf(key: string): string {
  const plain = plainText(key.replaceAll(/[_-]+/g, ' '), 60)
  return plain.charAt(0).toUpperCase() + plain.slice(1)
}
