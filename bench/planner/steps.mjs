// (p) What the planner itself costs a step, without the model; and what a long run with heavy artifacts keeps in memory.
import { createMemoryStore } from '../../packages/core/src/memory.ts'
import { createAgent } from '../../packages/planner/src/index.ts'
import { prose, rows } from '../lib/data.mjs'
import { table, timeCell } from '../lib/table.mjs'

const scope = { owner: { id: 'bench' } }
const boundMs = 2
const say = (value) => JSON.stringify(value)
const answer = say({ next_node: 'final_response', args: { answer: 'done' } })

/** A model that takes no time: every call is another one, the last one answers. */
function instant(steps, node) {
  let call = 0
  return {
    name: 'instant',
    async *stream() {
      call += 1
      yield { type: 'text', text: call > steps ? answer : say({ next_node: node, args: { page: call } }) }
      yield { type: 'finish', reason: 'stop' }
    },
  }
}

const toolOf = (index, run) => ({
  name: `tool_${index}`,
  description: `Tool ${index}: ${prose(60)}`,
  input: { type: 'object', properties: { page: { type: 'integer' }, query: { type: 'string' } }, required: ['page'], additionalProperties: false },
  run,
})

/** Runs to the finish; the time of each step as its own events tell is too coarse, so the whole is divided. */
async function runOnce({ steps, tools, onStep }) {
  const ports = createMemoryStore()
  const agent = createAgent({
    model: instant(steps, tools[0].name),
    tools,
    ports,
    limits: { maxSteps: steps + 1, maxTokens: 2 ** 31 - 1, deadlineMs: 600_000 },
  })
  const input = { thread_id: 't', run_id: 'r', messages: [{ id: 'u', role: 'user', content: 'Go.' }], client_tools: [], context: [], client: {} }
  const start = performance.now()
  await agent.start(input, scope)
  let reason = ''
  for await (const event of await agent.attach('r', 0, { scope })) {
    if (event.type === 'step_complete') onStep?.(event.step)
    if (event.type === 'finish') reason = event.reason
  }
  const ms = performance.now() - start
  await agent.close()
  if (reason !== 'answer') throw new Error(`the run ended with ${reason}`)
  return ms
}

export async function planner(bench) {
  await overhead(bench)
  await memory(bench)
}

async function overhead({ rounds, progress, report }) {
  const lines = []
  for (const [tools, steps] of [
    [1, 1],
    [50, 10],
    [50, 50],
  ]) {
    progress(`planner: ${tools} tools, ${steps} steps`)
    const offered = Array.from({ length: tools }, (_, index) => toolOf(index, ({ page }) => ({ page, text: prose(400) })))
    const times = []
    for (let round = 0; round < rounds + 2; round++) times.push((await runOnce({ steps, tools: offered })) / (steps + 1))
    const measured = times.slice(2).sort((a, b) => a - b)
    const [min, median] = [measured[0], measured[measured.length >> 1]]
    // One step alone is mostly the start and the finish of its run.
    const verdict = steps === 1 ? '' : min <= boundMs ? `ok <= ${boundMs} ms` : `OVER ${boundMs} ms`
    report({ section: 'planner', tools, steps, ms_per_step: min, median, ...(steps === 1 ? {} : { bound: boundMs, ok: min <= boundMs }) })
    lines.push({ name: `${tools} tools, ${steps} steps`, cells: [timeCell(min * 1000), timeCell(median * 1000), verdict] })
  }
  console.log('\n(p) a step without the model: prompt, action, tool, observation, events, commit; start and finish of the run are shared out')
  console.log(table(['fastest', 'median', ''], lines))
}

async function memory({ quick, progress, report }) {
  const steps = quick ? 200 : 500
  progress(`planner: ${steps} steps with 1 MB artifacts`)
  const megabyte = rows(13_000)
  const heavy = toolOf(0, ({ page }) => ({ page, rows: megabyte }))
  heavy.output = { type: 'object', properties: { page: { type: 'integer' }, rows: { type: 'array', artifact: true } } }
  const heap = []
  const onStep = (step) => {
    if (step % (steps / 10) !== 0) return
    globalThis.gc?.()
    const { heapUsed, arrayBuffers } = process.memoryUsage()
    heap.push((heapUsed + arrayBuffers) / 2 ** 20)
  }
  await runOnce({ steps, tools: [heavy], onStep })
  const size = JSON.stringify(megabyte).length / 2 ** 20
  // The store keeps artifacts up to its quota; from the half on it is full.
  const growth = (heap.at(-1) - heap[4]) / (0.5 * steps)
  report({ section: 'planner', what: 'memory', steps, artifact_mb: size, heap_mb: heap, mb_per_step: growth })
  console.log(`\n(p) memory over ${steps} steps, an artifact of ${size.toFixed(1)} MB each, kept by the memory store: MiB after each tenth`)
  console.log(`  ${heap.map((mb) => mb.toFixed(0)).join('  ')}    ${growth.toFixed(3)} MiB a step in the second half${globalThis.gc ? '' : ' (without gc)'}`)
}
