import { isDeepStrictEqual } from 'node:util'

/** Compares the state of the real client with the events. */
export function checkClient(run, order, { interrupts }, { rules, agent }) {
  const { rejected, warnings, hooks, events } = run
  const why = rejected ? `${rejected.name}: ${String(rejected.message).replace(/\s+/g, ' ').slice(0, 220)}` : ''
  rules.add('client: HttpAgent accepted the whole stream', why)
  rules.add('client: no warning from @ag-ui/client', warnings.join(' | '))
  if (rejected) return
  const ids = agent.messages.map(({ id }) => id)
  rules.add('client: message ids are unique in agent.messages', ids.filter((id, index) => ids.indexOf(id) !== index).join(', '))
  if (!events.some(({ type }) => type === 'MESSAGES_SNAPSHOT')) checkTexts(order, rules, agent)
  checkCalls(order, rules, agent)
  checkResults(rules, agent)
  const contents = new Map(agent.messages.map(({ id, content }) => [id, content]))
  for (const [id, content] of order.activities)
    rules.add('client: activities end in the state the deltas give', isDeepStrictEqual(contents.get(id), content) ? '' : id)
  rules.add(
    'client: state ends as the snapshots and deltas give',
    isDeepStrictEqual(agent.state, order.state()) ? '' : JSON.stringify(agent.state).slice(0, 80),
  )
  rules.add('client: pendingInterrupts equals the outcome', isDeepStrictEqual(agent.pendingInterrupts, interrupts) ? '' : 'differs')
  rules.add('client: one end callback', hooks.finished + (hooks.error ? 1 : 0) === 1 ? '' : `${hooks.finished} finished, ${hooks.error ? 1 : 0} error`)
}

function checkTexts({ texts, reasoning }, rules, agent) {
  const contents = new Map(agent.messages.map(({ id, content }) => [id, content]))
  for (const [id, { text }] of [...texts, ...reasoning])
    rules.add(
      'client: deltas concatenate to the message',
      contents.get(id) === text ? '' : `${id}: client has ${JSON.stringify(contents.get(id))?.slice(0, 60)}`,
    )
}

function checkCalls({ calls }, rules, agent) {
  const held = agent.messages.flatMap(({ toolCalls }) => toolCalls ?? [])
  for (const [id, { name, args }] of calls) {
    const found = held.filter((call) => call.id === id)
    const same = found.length === 1 && found[0].function.arguments === args && found[0].function.name === name
    rules.add('client: each call appears once with its full arguments', same ? '' : `${id}: ${JSON.stringify(found).slice(0, 100)}`)
  }
}

function checkResults(rules, { messages }) {
  for (const [index, { id, role, toolCallId }] of messages.entries()) {
    if (role !== 'tool') continue
    const owner = messages.slice(0, index).findLast((message) => message.role !== 'tool')
    const behind = owner?.toolCalls?.some((call) => call.id === toolCallId)
    rules.add('client: each tool message follows the assistant message that holds its call', behind ? '' : `tool message ${id}`)
  }
}
