#!/usr/bin/env node
// AG-UI endpoint conformance check: a real client and an independent state machine check the same run.
//   node tooling/agui-conformance.mjs <url> [input.json | '{"json": …}'] [options]
// options: --legacy              omit protocolVersion from the request and reject events that only 1.0 clients know
//          --client 0.0.59       read the stream with that client instead of 1.0.0
//          --expect KIND         success | pending | interrupt | cancelled | error   (default: anything but error)
//          --frontend-tool NAME  a tool that the front end executes, in addition to the tools of the input
//          --answer JSON         answer every open call and interrupt of the first run with this JSON in a second run
//          --header 'K: V'   --timeout MS (30000)   --quiet (only FAIL lines)
import { checkClient } from './agui-conformance/check-client.mjs'
import { checkEnd } from './agui-conformance/check-end.mjs'
import { checkOrder } from './agui-conformance/check-order.mjs'
import { checkSchema } from './agui-conformance/check-schema.mjs'
import { checkTransport } from './agui-conformance/check-transport.mjs'
import { readOptions } from './agui-conformance/options.mjs'
import { protocol } from './agui-conformance/protocol.mjs'
import { createReport } from './agui-conformance/report.mjs'
import { runOnce } from './agui-conformance/run-once.mjs'

const options = readOptions(process.argv.slice(2))
const report = createReport(options)
process.on('unhandledRejection', (error) => report.say(false, 'client: unhandled rejection', String(error?.message ?? error)))

const { HttpAgent } = await protocol.client(options.client)
const { url, input } = options
const agent = new HttpAgent({ url, threadId: input.threadId, initialMessages: input.messages, initialState: input.state, headers: options.headers })
const first = await check('run1', input, input.resume ? { resume: input.resume } : {})
if (options.answer !== undefined) await answer(first)
await new Promise((resolve) => setTimeout(resolve, 30))
process.exit(report.finish())

async function check(label, runInput, extra) {
  const run = await runOnce(agent, runInput, { ...options, extra })
  const rules = report.rules(label)
  checkTransport(run, rules)
  checkSchema(run, rules, options)
  const order = checkOrder(run, rules)
  const end = checkEnd(run, order, rules, { ...options, first: label === 'run1' })
  checkClient(run, order, end, { rules, agent })
  rules.done()
  const types = [...new Set(run.events.map((event) => event.type))].join(' ')
  console.log(`INFO ${label} ${run.events.length} events, end=${end.kind}, first byte ${run.firstByte} ms, total ${run.total} ms, types ${types}`)
  return { ...end, calls: order.calls }
}

/** Answers every open call and interrupt of the first run, like a front end, and checks the second run. */
async function answer({ open, interrupts, calls }) {
  if (open.length === 0 && interrupts.length === 0) return report.say(false, 'run2', 'the first run left no open call or interrupt')
  const covered = new Set(interrupts.map((interrupt) => interrupt.toolCallId))
  for (const call of open) if (!covered.has(call.id)) insertResult(call.id)
  const resume = interrupts.map(({ id }) => ({ interruptId: id, status: 'resolved', payload: options.answer }))
  const second = await check('run2', { ...input, runId: `${input.runId}-b` }, resume.length > 0 ? { resume } : {})
  report.say(![...second.calls.keys()].some((id) => calls.has(id)), 'run2 continuation: no call id of run 1 is announced again')
}

function insertResult(toolCallId) {
  const owner = agent.messages.findIndex((message) => message.toolCalls?.some(({ id }) => id === toolCallId))
  let place = owner + 1
  while (agent.messages[place]?.role === 'tool') place++
  agent.messages.splice(place, 0, { id: `conf-tr-${toolCallId}`, role: 'tool', toolCallId, content: JSON.stringify(options.answer) })
}
