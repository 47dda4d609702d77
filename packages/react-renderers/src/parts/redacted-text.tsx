import { useMessages } from '../context/use-messages.ts'
import { partMessages } from '../messages/parts.ts'
import { withoutBidi } from '../text/plain-text.ts'

const LIMIT = 20_000
const PLACEHOLDER = /(<artifact:[^<>]{1,300}>|<secret>)/

/** Renders JSON or text as sent over the wire, with JSON indented. Parts that were withheld from the model are marked. */
export function RedactedText({ text }: { text: string }) {
  const messages = useMessages('parts', partMessages)
  const shown = withoutBidi(pretty(text))
  const rest = shown.length - LIMIT
  return (
    <pre className="pf-raw">
      {pieces(shown.slice(0, LIMIT).toWellFormed()).map((piece) => (piece.redacted ? <mark key={piece.at}>{piece.text}</mark> : piece.text))}
      {rest > 0 && `\n… ${messages.more(rest)}`}
    </pre>
  )
}

/** Because of the capture group in the pattern, every second part is a placeholder. */
function pieces(text: string) {
  let at = 0
  return text.split(PLACEHOLDER).map((piece, index) => {
    const own = { at, text: piece, redacted: index % 2 === 1 }
    at += piece.length
    return own
  })
}

function pretty(text: string): string {
  if (text.length > 200_000 || !/^\s*[[{]/.test(text)) return text
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}
