import { useContext, useEffect, useRef, useState } from 'react'
import { useMessages } from '../../context/use-messages.ts'
import { markdownMessages } from '../../messages/markdown.ts'
import { plainText } from '../../text/plain-text.ts'
import { useChemistry } from '../latex/use-chemistry.ts'
import { scrollGroup } from '../shared/scroll-group.ts'
import { useIsomorphicLayoutEffect } from '../shared/use-before-paint.ts'
import { MarkdownContext } from './markdown-context.ts'

/** Total time of the formulas of one component; further formulas are shown as source. */
const BUDGET_MS = 400
/** Time that the browser takes to lay out one element of a formula. */
const LAYOUT_MS = 0.025

type SetFormula = (element: HTMLElement, source: string, display: boolean) => string | undefined
let library: SetFormula | undefined
let loading: Promise<void> | undefined
/** Loads the formula library. After a failure, the next formula tries again. */
const load = () => {
  loading ??= import('./formula-library.ts').then(
    ({ setFormula }) => {
      library = setFormula
    },
    () => {
      loading = undefined
    },
  )
  return loading
}

interface FormulaProps {
  source: string
  display: boolean
  /** True while the end of the formula has not arrived. */
  pending: boolean
}

/** A formula in a text. Its source is shown until KaTeX has loaded, while it is incomplete, and when it cannot be parsed. */
export function Formula({ source, display, pending }: FormulaProps) {
  const messages = useMessages('markdown', markdownMessages)
  const { formulas } = useContext(MarkdownContext)
  const container = useRef<HTMLSpanElement>(null)
  const [loaded, setLoaded] = useState(library !== undefined)
  const [drawn, setDrawn] = useState<{ of: string; reason: string | undefined } | undefined>(undefined)
  useEffect(() => {
    let unmounted = false
    if (!loaded) void load().then(() => unmounted || setLoaded(library !== undefined))
    return () => {
      unmounted = true
    }
  }, [loaded])
  const ready = useChemistry(source)
  useIsomorphicLayoutEffect(() => {
    const element = container.current
    if (pending || !loaded || !ready || !library || !element) return
    const before = performance.now()
    const reason = formulas.spentMs > BUDGET_MS ? messages.manyFormulas : library(element, source, display)
    formulas.spentMs += performance.now() - before + element.getElementsByTagName('*').length * LAYOUT_MS
    setDrawn({ of: source, reason })
  }, [source, display, pending, loaded, ready, formulas, messages])
  const shown = !pending && drawn?.of === source && drawn.reason === undefined
  return (
    <span className="pf-md-math" data-display={display || undefined} {...(display ? scrollGroup(messages.formula) : {})}>
      <span ref={container} hidden={!shown} />
      {!shown && (
        <code className="pf-md-formula" title={drawn?.reason && drawn.of === source ? plainText(drawn.reason, 200) : undefined}>
          {source}
        </code>
      )}
    </span>
  )
}
