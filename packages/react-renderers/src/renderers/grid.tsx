import type { RendererProps } from '../context/renderer-props.ts'
import { ComponentFrame } from '../parts/component-frame.tsx'
import { styleVars } from '../text/style-vars.ts'
import { clampInteger, gapOf, readCells } from './grid/grid-cells.ts'

export type { NestedComponent, RendererInteraction, RendererProps, UploadedFile } from '../context/renderer-props.ts'

/** Renders components in one to four columns; fewer in a narrow container. */
export function GridRenderer({ props, id, title, renderNested }: RendererProps) {
  const columns = clampInteger(props.columns, 1, 4, 2)
  const cells = readCells(props.items, columns)
  // A grid that contains only metrics uses lines between its cells instead of gaps.
  const onlyMetrics = cells.length > 0 && cells.every((cell) => cell.component === 'metric')
  const gap = onlyMetrics ? undefined : gapOf(props.gap)
  return (
    <ComponentFrame title={title}>
      <div className="pf-grid-box">
        <div
          className="pf-grid"
          data-columns={columns}
          data-figures={onlyMetrics || undefined}
          data-equal={props.equalHeight !== false || undefined}
          style={styleVars({ '--pf-grid-columns': columns, ...(gap ? { '--pf-grid-gap': gap } : {}) })}
        >
          {cells.map(({ key, colSpan, rowSpan, ...cell }) => (
            <div className="pf-grid-cell" key={key} style={styleVars({ '--pf-span': colSpan, '--pf-rows': rowSpan })}>
              {renderNested({ ...cell, id: `${id}/${key}` })}
            </div>
          ))}
        </div>
      </div>
    </ComponentFrame>
  )
}
