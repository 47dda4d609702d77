import { useMessages } from '../../context/use-messages.ts'
import { partMessages } from '../../messages/parts.ts'
import { withoutBidi } from '../../text/plain-text.ts'
import { scrollGroup } from './scroll-group.ts'

const MAX_LENGTH = 10_000

/** A disclosure with the source text of an image. */
export function SourceDisclosure({ text, open = false }: { text: string; open?: boolean }) {
  const { source } = useMessages('parts', partMessages)
  const shown = withoutBidi(text.slice(0, MAX_LENGTH)).toWellFormed()
  return (
    <details className="pf-source-fold" open={open}>
      <summary>{source}</summary>
      <pre dir="ltr" {...scrollGroup(source)}>
        <code>{text.length > MAX_LENGTH ? `${shown}…` : shown}</code>
      </pre>
    </details>
  )
}
