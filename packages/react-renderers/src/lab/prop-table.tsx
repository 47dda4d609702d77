import type { CatalogComponent } from '@pf/core'
import { useMemo } from 'react'
import { useWords } from '../messages/use-words.ts'
import { scrollFrame } from '../parts/scroll-frame.ts'
import { propRows } from './prop-rows.ts'
import { labWords } from './words.ts'

/** The props of a component, readable, and its schema as it is. */
export function PropTable({ entry }: { entry: CatalogComponent }) {
  const words = useWords('lab', labWords)
  const rows = useMemo(() => propRows(entry.props_schema, words), [entry, words])
  return (
    <section className="pf-lab-props" aria-label={words.propsOf(entry.name)}>
      <h3 className="pf-lab-head">{words.props}</h3>
      <div className="pf-lab-scroll" {...scrollFrame(words.propTable)}>
        <table>
          <thead>
            <tr>
              <th scope="col">{words.prop}</th>
              <th scope="col">{words.type}</th>
              <th scope="col">{words.does}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.path}>
                <th scope="row">
                  <code>{row.path}</code> {row.required && <span className="pf-lab-required">{words.required}</span>}
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
      </div>
      <details className="pf-lab-schema">
        <summary>{words.schema}</summary>
        <pre {...scrollFrame(words.schema)}>{JSON.stringify(entry.props_schema, undefined, 2)}</pre>
      </details>
    </section>
  )
}
