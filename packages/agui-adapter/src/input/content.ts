import { isRecord } from '@pf/core/internal'
import { storable } from './clean-json.ts'
import { type Findings, field, refuse, warn } from './issues.ts'

/** The text of a message, and the kinds of its parts that are not supported. */
export interface Content {
  text: string
  unsupported: string[]
}

const mediaKinds = new Set(['image', 'audio', 'video', 'document', 'binary'])

/** Reads content that is a string or a list of parts. A part that is not text is dropped with a warning. */
export function readContent(findings: Findings, value: unknown, pointer: string): Content {
  if (typeof value === 'string') return { text: storable(value), unsupported: [] }
  if (!Array.isArray(value)) {
    refuse(findings, pointer, { expected: 'a string or a list of parts', received: value })
    return { text: '', unsupported: [] }
  }
  const parts = value.map((part, index) => readPart(findings, part, `${pointer}/${index}`))
  return { text: parts.flatMap(({ text }) => text ?? []).join('\n'), unsupported: parts.flatMap(({ unsupported }) => unsupported ?? []) }
}

type Part = { text?: string; unsupported?: string }

function readPart(findings: Findings, part: unknown, pointer: string): Part {
  const type = isRecord(part) ? field(findings, part, 'type') : undefined
  if (!isRecord(part) || typeof type !== 'string') {
    refuse(findings, pointer, { expected: 'a part with a type', received: part })
    return {}
  }
  if (type === 'text') return readText(findings, part, pointer)
  const kind = mediaKinds.has(type) ? type : 'unknown'
  warn(findings, 'part_dropped', `A message part of kind ${kind} was dropped. This agent reads text only.`)
  return { unsupported: kind }
}

function readText(findings: Findings, part: Record<string, unknown>, pointer: string): Part {
  const text = field(findings, part, 'text')
  if (typeof text === 'string') return { text: storable(text) }
  refuse(findings, `${pointer}/text`, { expected: 'a string', received: text })
  return {}
}
