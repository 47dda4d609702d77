import { strategies } from '../../shared/settings.ts'
import { strategyKey, writeStrategy } from './use-strategy.ts'

/** Selects the strategy of the last question of a conversation, unless the URL names one. If the server does not respond, the default is used. */
export async function selectStoredStrategy(thread_id: string): Promise<void> {
  if (new URLSearchParams(location.search).has(strategyKey)) return
  try {
    const response = await fetch(`/demo/threads/${encodeURIComponent(thread_id)}/strategy`, { signal: AbortSignal.timeout(4_000) })
    const { strategy } = (await response.json()) as { strategy?: unknown }
    const known = strategies.find((each) => each === strategy)
    if (known) writeStrategy(known)
  } catch {
    // The page reports elsewhere that the server does not respond.
  }
}
