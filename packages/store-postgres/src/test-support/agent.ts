import { appendFileSync } from 'node:fs'
import type { StorePorts, ToolDefinition } from '@pf/core'
import { type Agent, type AgentOptions, createAgent } from '@pf/planner'
import { openaiModel } from '@pf/planner/openai'
import { openaiResponsesModel } from '@pf/planner/openai-responses'
import OpenAI from 'openai'

/** The owner of every run of these tests. */
export const scope = { owner: { id: 'ann' } }

/** Creates a tool that must not run twice: it writes a line to a ledger, and then takes `waitMs` milliseconds. */
function chargeTool(ledger: string, waitMs: number): ToolDefinition {
  return {
    name: 'charge',
    description: 'Charges a card.',
    input: { type: 'object' },
    idempotent: false,
    run: async () => {
      appendFileSync(ledger, 'charged\n')
      await new Promise((resolve) => setTimeout(resolve, waitMs))
      return { charged: true }
    },
  }
}

interface TestAgentOptions extends Partial<AgentOptions> {
  /** The address of the model server. */
  url: string
  ledger: string
  waitMs?: number
  /** Uses the Responses API in background mode instead of chat completions. Default false. */
  responses?: boolean
}

/** Creates an agent over a store, the same in every process of these tests. */
export function createTestAgent(store: StorePorts, { url, ledger, waitMs = 0, responses = false, ...options }: TestAgentOptions): Agent {
  const client = new OpenAI({ apiKey: 'none', baseURL: url, maxRetries: 0 })
  const model = responses ? openaiResponsesModel({ client, model: 'scripted', background: true }) : openaiModel({ client, model: 'scripted' })
  return createAgent({ model, tools: [chargeTool(ledger, waitMs)], ports: store, richOutput: { enabled: true }, ...options })
}
