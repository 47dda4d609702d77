import type { CatalogComponent } from '@pf/core'
import { useMemo } from 'react'
import { useMessages } from '../context/use-messages.ts'
import { labMessages } from '../messages/lab.ts'
import { scrollFrame } from '../parts/scroll-frame.ts'
import { MAX_ROWS, propRows } from './prop-rows.ts'

/** A table of the props of a component, and its JSON Schema. */
export function PropTable({ entry }: { entry: CatalogComponent }) {
  const messages = useMessages('lab', labMessages)
  const rows = useMemo(() => propRows(entry.props_schema, messages), [entry, messages])
  return (
    <section className="pf-lab-props" aria-label={messages.propsOf(entry.name)}>
      <h3 className="pf-lab-head">{messages.props}</h3>
      <div className="pf-lab-scroll" {...scrollFrame(messages.propTable)}>
        <table>
          <thead>
            <tr>
              <th scope="col">{messages.prop}</th>
              <th scope="col">{messages.type}</th>
              <th scope="col">{messages.description}</th>
            </tr>
          </thead>
          <tbody>
            {rows.slice(0, MAX_ROWS).map((row) => (
              <tr key={row.path}>
                <th scope="row">
                  <code>{row.path}</code> {row.required && <span className="pf-lab-required">{messages.required}</span>}
                </th>
                <td>
                  <code>{row.type}</code>
                </td>
                <td>
                  {row.description}
                  {row.notes.length > 0 && <span className="pf-lab-notes">{row.notes.join(' · ')}</span>}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
        {rows.length > MAX_ROWS && <p className="pf-note">{messages.propsOmitted(MAX_ROWS)}</p>}
      </div>
      <details className="pf-lab-schema">
        <summary>{messages.schema}</summary>
        <pre {...scrollFrame(messages.schema)}>{JSON.stringify(entry.props_schema, undefined, 2)}</pre>
      </details>
    </section>
  )
}
