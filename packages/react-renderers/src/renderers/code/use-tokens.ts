import { useEffect, useState } from 'react'
import { useTextBudget } from '../../context/text-budget.ts'
import type { Token } from './highlighter.ts'
import { languageOf } from './languages.ts'
import { createLineTokens, type LineTokens } from './line-tokens.ts'

const NONE: readonly (readonly Token[])[] = []

/** Returns the tokens of the lines processed so far. The list is empty until the grammar has loaded and for unknown languages. */
export function useTokens(lines: readonly string[], language: string): readonly (readonly Token[])[] {
  const [reading, setReading] = useState<{ language: string; lines: LineTokens } | undefined>(undefined)
  const [tokens, setTokens] = useState(NONE)
  const { tokens: budget } = useTextBudget()
  useEffect(() => {
    const known = languageOf(language)
    let unmounted = false
    if (!known) return undefined
    void import('./highlighter.ts')
      .then(({ loadTokenizer }) => loadTokenizer(known.name, known.load))
      .then((createTokenizer) => unmounted || setReading({ language, lines: createLineTokens({ createTokenizer, now: () => performance.now(), budget }) }))
      // Without a grammar, the code is shown without colours.
      .catch(() => undefined)
    return () => {
      unmounted = true
    }
  }, [language, budget])
  useEffect(() => () => reading?.lines.release(), [reading])
  useEffect(() => {
    if (!reading || reading.language !== language) return undefined
    let timer: ReturnType<typeof setTimeout> | undefined
    function next() {
      const more = stepSafely(() => reading?.lines.step(lines) ?? false)
      setTokens(reading?.lines.tokens ?? NONE)
      if (more) timer = setTimeout(next)
    }
    // Deferred, because the effects of many texts run one after the other.
    timer = setTimeout(next)
    return () => clearTimeout(timer)
  }, [reading, language, lines])
  return reading?.language === language ? tokens : NONE
}

function stepSafely(step: () => boolean): boolean {
  try {
    return step()
  } catch {
    return false
  }
}
