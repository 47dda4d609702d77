import { useCallback, useState } from 'react'
import { type Strategy, strategies } from '../../shared/settings.ts'

const key = 'strategy'

/** The strategy for the next question. It is stored in the URL, so a reload and a second tab use the same strategy. */
export function useStrategy(): { strategy: Strategy; choose(strategy: Strategy): void } {
  const [strategy, setStrategy] = useState(read)
  const choose = useCallback((next: Strategy) => {
    const address = new URL(location.href)
    if (next === 'react') address.searchParams.delete(key)
    else address.searchParams.set(key, next)
    history.replaceState(null, '', address)
    setStrategy(next)
  }, [])
  return { strategy, choose }
}

function read(): Strategy {
  const given = new URLSearchParams(location.search).get(key)
  return strategies.find((strategy) => strategy === given) ?? 'react'
}
