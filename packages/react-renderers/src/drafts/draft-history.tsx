import type { DraftVersion } from '@pf/core'
import { useMemo, useState } from 'react'
import { useMessages } from '../context/use-messages.ts'
import { draftMessages } from '../messages/drafts.ts'
import { scrollFrame } from '../parts/scroll-frame.ts'
import { withoutBidi } from '../text/plain-text.ts'
import { lineDiff } from './line-diff.ts'

const marks = { same: ' ', added: '+', removed: '−' } as const

/** Shows the changes of each version compared with the previous one. */
export function DraftHistory({ versions }: { versions: readonly DraftVersion[] }) {
  const messages = useMessages('drafts', draftMessages)
  const [shown, setShown] = useState<number | undefined>(undefined)
  const index = shown === undefined ? versions.length - 1 : Math.min(shown, versions.length - 1)
  const version = versions[index]
  const before = versions[index - 1]
  const lines = useMemo(() => (version && before ? lineDiff(before.artifact_text, version.artifact_text) : []), [before, version])
  if (!version) return null
  return (
    <div className="pf-draft-history">
      <label className="pf-draft-version">
        {messages.version}{' '}
        <select value={index} onChange={(event) => setShown(Number(event.target.value))}>
          {versions.slice(1).map((each, place) => (
            <option key={each.version} value={place + 1}>
              {each.version}
            </option>
          ))}
        </select>
      </label>
      <p className="pf-draft-request">{messages.request(withoutBidi(version.request).slice(0, 300))}</p>
      {lines.every(({ kind }) => kind === 'same') && <p className="pf-draft-hint">{messages.noChanges}</p>}
      <pre className="pf-draft-diff" {...scrollFrame(messages.changesOf(version.version))}>
        {lines.map((line) => (
          <div key={line.key} data-kind={line.kind}>
            <span aria-hidden="true">{marks[line.kind]} </span>
            <span className="pf-sr">{line.kind !== 'same' && messages[line.kind]}</span>
            {withoutBidi(line.text)}
          </div>
        ))}
      </pre>
    </div>
  )
}
