import type { jsonMessages } from '../../messages/json.ts'
import { styleVars } from '../../text/style-vars.ts'
import type { JsonRow } from './json-rows.ts'

const MAX_FOLDED_LENGTH = 240
const MAX_OPEN_LENGTH = 20_000
const BIDI_CONTROLS = /[\u202a-\u202e\u2066-\u2069]/g

/** Formats text as a JSON string and escapes bidirectional control characters. */
const quoted = (text: string) => JSON.stringify(text).replace(BIDI_CONTROLS, (control) => `\\u${control.charCodeAt(0).toString(16)}`)

interface LineProps {
  row: JsonRow
  messages: typeof jsonMessages
}

/** The content of one line of the tree. */
export function JsonLine({ row, messages }: LineProps) {
  const { name, kind, open, depth, value } = row
  return (
    <span className="pf-json-line" style={styleVars({ '--pf-depth': Math.min(depth, 24) })} data-kind={kind} data-open={open || undefined}>
      {name !== '' && <span className="pf-json-key">{quoted(name.slice(0, 400)).slice(1, -1)}: </span>}
      <Value row={row} messages={messages} />
      {kind === 'branch' && (
        <span className="pf-json-size"> {(Array.isArray(value) ? messages.items : messages.keys)(row.size, row.size.toLocaleString())}</span>
      )}
    </span>
  )
}

function Value({ row: { kind, value, open, size }, messages }: LineProps) {
  if (kind === 'more') return <span className="pf-json-more">{messages.more(size.toLocaleString())}</span>
  if (kind === 'branch') return <span className="pf-json-mark">{Array.isArray(value) ? (open ? '[' : '[…]') : open ? '{' : '{…}'}</span>
  if (kind === 'text') return <LongText text={String(value)} open={open} messages={messages} />
  if (typeof value === 'object' && value !== null) return <span className="pf-json-mark">{Array.isArray(value) ? '[]' : '{}'}</span>
  return <span data-type={value === null ? 'null' : typeof value}>{typeof value === 'string' ? quoted(value) : String(value)}</span>
}

function LongText({ text, open, messages }: { text: string; open: boolean; messages: typeof jsonMessages }) {
  const max = open ? MAX_OPEN_LENGTH : MAX_FOLDED_LENGTH
  return (
    <>
      <span data-type="string">
        {quoted(text.slice(0, max).toWellFormed())}
        {text.length > max && '…'}
      </span>
      <span className="pf-json-size"> {messages.characters(text.length, text.length.toLocaleString())}</span>
    </>
  )
}
