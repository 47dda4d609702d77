import { useRef, useState } from 'react'
import type { RendererProps } from '../context/renderer-props.ts'
import { useDrawingFailure } from '../context/use-drawing-failure.ts'
import { useMessages } from '../context/use-messages.ts'
import { latexMessages } from '../messages/latex.ts'
import { ComponentCard } from '../parts/component-card.tsx'
import { ComponentFrame } from '../parts/component-frame.tsx'
import { Skeleton } from '../parts/skeleton.tsx'
import { plainText } from '../text/plain-text.ts'
import { drawFormula, formulaOutput } from './latex/draw-formula.ts'
import { formulaSource } from './latex/formula-source.ts'
import { useChemistry } from './latex/use-chemistry.ts'
import { scrollGroup } from './shared/scroll-group.ts'
import { SourceDisclosure } from './shared/source-fold.tsx'
import { useIsomorphicLayoutEffect } from './shared/use-before-paint.ts'

export type { NestedComponent, RendererInteraction, RendererProps, UploadedFile } from '../context/renderer-props.ts'

/** Renders a formula with KaTeX. When it cannot be parsed, its source and the reason are shown. */
export function LatexRenderer({ props, id, title, streaming }: RendererProps) {
  const messages = useMessages('latex', latexMessages)
  const expression = formulaSource(typeof props.expression === 'string' ? props.expression : '')
  const ready = useChemistry(expression)
  const display = props.displayMode !== false
  const container = useRef<HTMLDivElement>(null)
  const [failure, setFailure] = useState<{ of: string; reason: string } | undefined>(undefined)
  const failed = failure?.of === expression ? failure : undefined
  useIsomorphicLayoutEffect(() => {
    const element = container.current
    if (!element || !ready) return
    const reason = drawFormula(element, expression, { display, output: formulaOutput(element), messages })
    setFailure(reason === undefined ? undefined : { of: expression, reason })
  }, [expression, display, messages, ready])
  const problem = expression === '' ? messages.empty : failed && messages.failed(plainText(failed.reason, 200))
  useDrawingFailure({ id, component: 'latex', reason: streaming ? undefined : problem })
  if (expression === '') return streaming ? <Skeleton component="latex" props={props} /> : <ComponentCard text={messages.empty} />
  return (
    <ComponentFrame title={title}>
      {failed ? (
        <>
          <ComponentCard text={messages.failed(plainText(failed.reason, 200))} />
          <SourceDisclosure text={expression} open />
        </>
      ) : (
        <div className="pf-latex" ref={container} data-display={display || undefined} {...scrollGroup(messages.formula)} />
      )}
    </ComponentFrame>
  )
}
