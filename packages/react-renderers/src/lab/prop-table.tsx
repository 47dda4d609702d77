import type { CatalogComponent } from '@pf/core'
import { useMemo } from 'react'
import { scrollFrame } from '../parts/scroll-frame.ts'
import { propRows } from './prop-rows.ts'

/** The props of a component, readable, and its schema as it is. */
export function PropTable({ entry }: { entry: CatalogComponent }) {
  const rows = useMemo(() => propRows(entry.props_schema), [entry])
  return (
    <section className="pf-lab-props" aria-label={`Props of ${entry.name}`}>
      <h3 className="pf-lab-head">Props</h3>
      <div className="pf-lab-scroll" {...scrollFrame('Table of props')}>
        <table>
          <thead>
            <tr>
              <th scope="col">Prop</th>
              <th scope="col">Type</th>
              <th scope="col">What it does</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.path}>
                <th scope="row">
                  <code>{row.path}</code> {row.required && <span className="pf-lab-required">required</span>}
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
        <summary>JSON Schema</summary>
        <pre {...scrollFrame('JSON Schema')}>{JSON.stringify(entry.props_schema, undefined, 2)}</pre>
      </details>
    </section>
  )
}
