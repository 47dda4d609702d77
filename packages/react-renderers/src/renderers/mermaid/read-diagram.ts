import type { LimitExceeded } from '../chart/limit-exceeded.ts'

/** The reason why a diagram is not rendered. There is a message for each reason. */
export type DiagramRefusal =
  | { why: 'empty' | 'unknownKind' | 'images' | 'settings' | 'counts' | 'words' }
  | { why: 'tooLong' | 'lines' | 'links' | 'blocks' | 'elements'; limitExceeded: LimitExceeded }

/** Diagram text that can be passed to Mermaid, or the reason why it cannot. */
export type DiagramText = { ok: true; code: string; kind: string; title: string; description: string } | ({ ok: false } & DiagramRefusal)

const MAX_TEXT = 50_000
const MAX_LINES = 1_000
/** Mermaid measures a long word once per letter to break it into lines. */
const LONG_WORD = /\S{250}/
const MAX_LINKS = 300
/** Maximum number of lines for kinds of diagrams with an expensive layout. */
const MAX_LINES_BY_KIND: readonly (readonly [RegExp, number])[] = [
  [/^(?:mindmap|timeline|kanban|journey|architecture|block|c4|ishikawa)/, 120],
  [/^(?:sankey|git|requirement|state|er)/, 500],
]
const MAX_BLOCKS = 400
const MAX_NUMBER = 4_096

/** Types of diagrams in which numbers determine the number of drawn elements. */
const countBasedKinds = /^(?:packet|block|radar|treemap|wardley|venn|ishikawa)/
/** Kinds of diagrams in which lines with these keywords are commands. */
const linkableKinds = /^(?:flowchart|graph|class|state|sequence|gantt|block|er|requirement|git|c4|architecture)/
const LINK_LINE = /^[ \t]*(?:click|href|callback|links?|properties|details)[ \t]+.*$/gim
const STYLE = /(^|;)([ \t]*(?:classDef|style|linkStyle|cssClass|rect|box|UpdateElementStyle|UpdateRelStyle)\b)([^\n]*)/gim
const LINKS = /-{2,}|={2,}|-\.+-|\.\.+>|~~~|->+|<-|--[ox|}]|<\|/g
const LOADS = /\b(url|image-set|image|src|cross-fade|element|paint|attr|env|var|expression)(\s*\()/gi

/**
 * Sanitizes diagram text: removes settings, links, and styles that load resources. Rejects large counts, and texts that are too long. What
 * the text costs is checked together with Mermaid (`findTextRefusal`), which is loaded later.
 */
export function readDiagram(foreign: string): DiagramText {
  if (foreign.length > MAX_TEXT) return { ok: false, why: 'tooLong', limitExceeded: { count: foreign.length, max: MAX_TEXT } }
  const plain = withoutSettings(foreign.replace(/\r\n?/g, '\n'))
  const kind = kindOf(plain)
  if (kind === '') return { ok: false, why: 'empty' }
  const reason = refusal(plain, kind)
  if (reason) return { ok: false, ...reason }
  const code = (linkableKinds.test(kind) ? plain.replace(LINK_LINE, '') : plain).replace(STYLE, cleanStyle).replace(LOADS, '$1 $2')
  return { ok: true, code, kind, title: readStatement(code, 'accTitle'), description: readStatement(code, 'accDescr') }
}

/** Mermaid looks for these words in the whole text before it looks at the first word. */
const C4 = /C4(?:Container|Component|Dynamic|Deployment)/

/** Returns the first word of a diagram in lower case, as Mermaid finds it; an empty text if there is none. */
const kindOf = (text: string): string => (C4.exec(text)?.[0] ?? /^[ \t]*([A-Za-z][\w-]*)/m.exec(text)?.[1] ?? '').toLowerCase()

/** Maximum number of nested settings that are removed. */
const MAX_LAYERS = 20

/** Removes frontmatter, directives and comments. This is repeated because removing one can expose another. Returns an empty text if the limit is reached. */
function withoutSettings(text: string): string {
  let body = text
  for (let layer = 0; layer < MAX_LAYERS; layer++) {
    const next = withoutLayer(body)
    if (next === body) return body
    body = next
  }
  return ''
}

const withoutLayer = (text: string) =>
  text
    .replace(/^\s*---[ \t]*\n[\s\S]*?\n[ \t]*---[ \t]*(?:\n|$)/, '')
    .replace(/%%\{[\s\S]*?(?:\}%%|$)/g, '')
    .replace(/^[ \t]*%%.*$/gm, '')

function refusal(text: string, kind: string): DiagramRefusal | undefined {
  if (/^\s*---/.test(text)) return { why: 'settings' }
  if (LONG_WORD.test(text)) return { why: 'words' }
  const max = MAX_LINES_BY_KIND.find(([kinds]) => kinds.test(kind))?.[1] ?? MAX_LINES
  const lines = text.split('\n').length
  if (lines > max) return { why: 'lines', limitExceeded: { count: lines, max } }
  const blocks = kind.startsWith('block') ? text.split(/\s+/).length : 0
  if (blocks > MAX_BLOCKS) return { why: 'blocks', limitExceeded: { count: blocks, max: MAX_BLOCKS } }
  const links = text.match(LINKS)?.length ?? 0
  if (links > MAX_LINKS) return { why: 'links', limitExceeded: { count: links, max: MAX_LINKS } }
  if (countBasedKinds.test(kind) && (text.match(/\d+/g) ?? []).some((digits) => Number(digits) > MAX_NUMBER)) return { why: 'counts' }
  return undefined
}

/** Removes every character from a style that could end its rule. */
const cleanStyle = (_: string, start: string, word: string, rest: string) => start + word + rest.replace(/[^\w\s:;,.#%()&$="'-]/g, '')

const readStatement = (code: string, word: 'accTitle' | 'accDescr') => new RegExp(`^[ \\t]*${word}[ \\t]*:[ \\t]*(.+)$`, 'm').exec(code)?.[1]?.trim() ?? ''
