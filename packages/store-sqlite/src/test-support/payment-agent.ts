import type { StorePorts } from '@pf/core'
import { type Agent, createAgent } from '@pf/planner'

/**
 * Creates an agent that makes one payment in each run. The role `finance` must approve it, and each owner may spend 400 tokens, which is
 * enough for two calls of the model.
 */
export function createPaymentAgent(ports: StorePorts): { agent: Agent; paid: unknown[]; ask(thread_id: string): Promise<string> } {
  const paid: unknown[] = []
  const agent = createAgent({
    model: {
      name: 'scripted',
      async *stream({ messages }) {
        const isPaid = messages.some(({ content }) => content.includes('"observation"'))
        const action = isPaid ? { next_node: 'final_response', args: { answer: 'Paid.' } } : { next_node: 'pay', args: { amount: 50 } }
        yield { type: 'text', text: JSON.stringify(action) }
        yield { type: 'usage', usage: { input: 180, output: 20 } }
        yield { type: 'finish', reason: 'stop' }
      },
    },
    tools: [{ name: 'pay', description: 'Pays.', input: { type: 'object' }, idempotent: false, run: (args) => paid.push(args) }],
    ports,
    richOutput: { enabled: true, allowlist: ['confirm', 'select_option'] },
    approvals: { rules: [{ id: 'payments', decision: 'ask', tools: ['pay'], answeredBy: 'finance', scopes: ['once', 'always'] }] },
    budgets: { owner: { tokens: 400 } },
    recoveryMs: false,
  })
  const ask = async (thread_id: string) => {
    const messages = [{ id: 'u', role: 'user' as const, content: 'Pay.' }]
    const started = await agent.start({ thread_id, run_id: `run of ${thread_id}`, messages, client_tools: [], context: [], client: { pf: {} } }, asker)
    return endOf(agent, started.run_id)
  }
  return { agent, paid, ask }
}

/** The owner of the runs, and a user who may approve their payments. */
export const asker = { owner: { id: 'ann', tenant: 'acme' } }
export const approver = { owner: { id: 'boss', tenant: 'acme', roles: ['finance'] } }

/** Returns the reason with which a run ended or paused. */
export async function endOf(agent: Agent, run_id: string): Promise<string> {
  let reason = ''
  for await (const event of (await agent.attach(run_id, 0, { scope: asker })) ?? []) {
    if (event.type === 'finish') reason = event.reason
    if (reason === 'paused') break
  }
  return reason
}
