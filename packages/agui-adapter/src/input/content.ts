import { isRecord } from '@pf/core/internal'
import { type Findings, field, refuse, warn } from './issues.ts'
import { storable } from './storable.ts'

/** The text of a message, and the kinds of its parts that no text model can take. */
export interface Content {
  text: string
  unread: string[]
}

const media = new Set(['image', 'audio', 'video', 'document', 'binary'])

/** Reads content that is a string or a list of parts. A part that cannot be used never fails the run: it is left out with a warning. */
export function readContent(findings: Findings, value: unknown, pointer: string): Content {
  if (typeof value === 'string') return { text: storable(value), unread: [] }
  if (!Array.isArray(value)) {
    refuse(findings, pointer, { expected: 'a string or a list of parts', received: value })
    return { text: '', unread: [] }
  }
  const parts = value.map((part, index) => readPart(findings, part, `${pointer}/${index}`))
  return { text: parts.flatMap(({ text }) => text ?? []).join('\n'), unread: parts.flatMap(({ unread }) => unread ?? []) }
}

type Part = { text?: string; unread?: string }

function readPart(findings: Findings, part: unknown, pointer: string): Part {
  const type = isRecord(part) ? field(findings, part, 'type') : undefined
  if (!isRecord(part) || typeof type !== 'string') {
    refuse(findings, pointer, { expected: 'a part with a type', received: part })
    return {}
  }
  if (type === 'text') return readText(findings, part, pointer)
  const kind = media.has(type) ? type : 'unknown'
  warn(findings, 'part_dropped', `A message part of kind ${kind} was left out: this agent reads text.`)
  return { unread: kind }
}

function readText(findings: Findings, part: Record<string, unknown>, pointer: string): Part {
  const text = field(findings, part, 'text')
  if (typeof text === 'string') return { text: storable(text) }
  refuse(findings, `${pointer}/text`, { expected: 'a string', received: text })
  return {}
}
