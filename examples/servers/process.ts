import { createModelServer } from '@pf/testing'
import type { Environment } from './agent.ts'
import { stories } from './stories.ts'

/** Returns the variables of the environment. Without a key and an address, starts a scripted model and returns its address. */
export async function readEnvironment(): Promise<Environment> {
  const { OPENAI_API_KEY, OPENAI_BASE_URL, OPENAI_MODEL } = process.env
  if (OPENAI_API_KEY || OPENAI_BASE_URL) return { OPENAI_API_KEY, OPENAI_BASE_URL, OPENAI_MODEL }
  return { OPENAI_BASE_URL: (await createModelServer({ stories })).url }
}

export const port = Number(process.env.PORT ?? 4000)

/** Calls `stop` when the process is asked to end, and ends it then. */
export function onSignal(stop: () => Promise<unknown>): void {
  const end = () => void stop().finally(() => process.exit(0))
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, end)
}
