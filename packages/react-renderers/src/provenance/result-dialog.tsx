import type { JsonValue, ResultLocation } from '@pf/core'
import { useEffect, useId, useMemo, useRef } from 'react'
import { useRendering } from '../context/pf-context.ts'
import type { AssistantTurn } from '../store/model/types.ts'
import { plainText } from '../text/plain-text.ts'
import { cellText } from './cell-text.ts'
import { findResult } from './find-result.ts'
import { ResultRows } from './result-rows.tsx'
import type { SourceContext } from './source-lines.ts'

interface ResultDialogProps {
  turn: AssistantTurn
  location: ResultLocation
  context: SourceContext
  onClose: () => void
}

/** Shows a result at the row of a location. The focus returns to the button that opened it, as with every modal dialog. */
export function ResultDialog({ turn, location, context, onClose }: ResultDialogProps) {
  const { client } = useRendering()
  const { messages, provenance } = context
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()
  const found = useMemo(() => findResult(turn, location, client), [turn, location, client])
  useEffect(() => dialog.current?.showModal(), [])
  const tool = provenance.results.find(({ ref }) => ref === location.ref)?.tool ?? location.ref
  return (
    <dialog className="pf-figure-result" aria-live="off" ref={dialog} aria-labelledby={id} onClose={onClose} onKeyDown={(event) => event.stopPropagation()}>
      <header>
        <h2 id={id} dir="auto">
          {messages.result(plainText(tool, 80))}
        </h2>
        <button type="button" className="pf-button" onClick={() => dialog.current?.close()}>
          {messages.close}
        </button>
      </header>
      {!found && <p>{messages.unavailable}</p>}
      {found?.kind === 'list' && <ResultRows list={found} context={context} />}
      {found?.kind === 'object' && <ResultObject value={found.value} field={found.field} />}
    </dialog>
  )
}

const maxFields = 100

function ResultObject({ value, field }: { value: Readonly<Record<string, JsonValue>>; field: string | undefined }) {
  const entries = Object.entries(value)
  const at = entries.findIndex(([name]) => name === field)
  const shown = entries.slice(0, maxFields)
  const own = entries[at]
  if (at >= maxFields && own) shown.push(own)
  return (
    <div className="pf-figure-table">
      <table>
        <tbody>
          {shown.map(([name, item]) => (
            <tr key={name} data-current={name === field || undefined} aria-current={name === field || undefined}>
              <th scope="row" dir="auto">
                {plainText(name, 80)}
              </th>
              <td dir="auto">{cellText(item)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
