import { useMessages } from '../context/use-messages.ts'
import { partMessages } from '../messages/parts.ts'
import { plainText } from '../text/plain-text.ts'

const MAX_WARNINGS = 10

/** Shows each distinct warning once. Renders nothing without warnings. */
export function Warnings({ warnings }: { warnings: readonly (string | { text: string })[] }) {
  const messages = useMessages('parts', partMessages)
  const texts = [...new Set(warnings.map((warning) => plainText(typeof warning === 'string' ? warning : warning.text, 400)))].filter((text) => text !== '')
  if (texts.length === 0) return null
  return (
    <div className="pf-warnings" role="note" aria-label={messages.warnings}>
      {texts.slice(0, MAX_WARNINGS).map((text) => (
        <p key={text}>{text}</p>
      ))}
      {texts.length > MAX_WARNINGS && <p>{messages.moreItems(texts.length - MAX_WARNINGS)}</p>}
    </div>
  )
}
