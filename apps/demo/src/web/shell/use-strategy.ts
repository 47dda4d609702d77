import { useCallback, useState } from 'react'
import { type Strategy, strategies } from '../../shared/settings.ts'

/** The URL parameter that contains the strategy. */
export const strategyKey = 'strategy'

/** Writes a strategy to the URL. */
export function writeStrategy(strategy: Strategy): void {
  const address = new URL(location.href)
  if (strategy === 'react') address.searchParams.delete(strategyKey)
  else address.searchParams.set(strategyKey, strategy)
  history.replaceState(null, '', address)
}

/** Returns the strategy for the next question. It is stored in the URL, so that a reload and a second tab use the same strategy. */
export function useStrategy(): { strategy: Strategy; choose(strategy: Strategy): void } {
  const [strategy, setStrategy] = useState(read)
  const choose = useCallback((next: Strategy) => {
    writeStrategy(next)
    setStrategy(next)
  }, [])
  return { strategy, choose }
}

function read(): Strategy {
  const given = new URLSearchParams(location.search).get(strategyKey)
  return strategies.find((strategy) => strategy === given) ?? 'react'
}
