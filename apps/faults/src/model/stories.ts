import type { Conversation, Reply, StoryInput } from '@pf/testing'

const actionReply = (next_node: string, args: object): Reply => ({ content: JSON.stringify({ next_node, args }), durationMs: 50 })

/** An answer that streams for most of a second. */
const answerReply = (answer: string): Reply => ({ ...actionReply('final_response', { answer }), durationMs: 800 })

const form = { title: 'Where to?', fields: [{ name: 'city', type: 'text', label: 'City', required: true }] }

/** What the user asks is `KIND ORDER`. */
const orderOf = ({ lastUser }: Conversation) => lastUser.split(' ')[1] ?? ''
const cityOf = ({ toolResults }: Conversation) => (toolResults[0]?.content as { city?: string } | undefined)?.city ?? 'nowhere'

/** Whether the planner said that it does not know whether the call took effect. */
const isUnknown = ({ toolResults, notes }: Conversation) => JSON.stringify([toolResults, notes]).includes('outcome_unknown')
const words = (order: string) => Array.from({ length: 40 }, (_, index) => `${order}/${index}`).join(' ')

const replies = {
  /** A streamed text. */
  answer: (conversation) => answerReply(`answered ${orderOf(conversation)} ${words(orderOf(conversation))}`),
  /** A call that must not run twice. */
  charge: (conversation) => [
    actionReply('charge', { order: orderOf(conversation) }),
    answerReply(`${isUnknown(conversation) ? 'unknown' : 'charged'} ${orderOf(conversation)}`),
  ],
  /** A question to the user. */
  form: (conversation) => [actionReply('ui_form', form), answerReply(`city ${orderOf(conversation)} ${cityOf(conversation)}`)],
  /** Three calls that run at the same time, one of which must not run twice. */
  plan: (conversation) => [
    actionReply('plan', {
      steps: [
        { node: 'lookup', args: { item: 1 } },
        { node: 'charge', args: { order: orderOf(conversation) } },
        { node: 'lookup', args: { item: 2 } },
      ],
    }),
    answerReply(`${isUnknown(conversation) ? 'unknown' : 'planned'} ${orderOf(conversation)}`),
  ],
  /** A question, then a call that must not run twice. */
  order: (conversation) => [
    actionReply('ui_form', form),
    actionReply('charge', { order: orderOf(conversation) }),
    answerReply(`city ${orderOf(conversation)} ${cityOf(conversation)} ${isUnknown(conversation) ? 'unknown' : 'charged'}`),
  ],
  /** A component. */
  figure: (conversation) => [
    actionReply('render_component', { id: 'people', component: 'metric', props: { value: 717_710, label: orderOf(conversation) } }),
    answerReply(`shown ${orderOf(conversation)}`),
  ],
  /** A text that takes longer than any scenario, with a piece every fifteen seconds or so. */
  endless: (conversation) => ({ ...answerReply(words(orderOf(conversation))), durationMs: 600_000 }),
  /** Some of everything that needs no answer of the user, for longer than three processes live. */
  long: (conversation) => [
    actionReply('render_component', { id: 'people', component: 'metric', props: { value: 717_710, label: orderOf(conversation) } }),
    actionReply('lookup', { item: 1 }),
    { ...actionReply('charge', { order: orderOf(conversation) }), durationMs: 1_000 },
    { ...answerReply(`long ${orderOf(conversation)} ${words(orderOf(conversation))}`), durationMs: 6_000 },
  ],
} satisfies Record<string, StoryInput['reply'] & ((conversation: Conversation) => unknown)>

/** What a user of these tests asks for. */
export type Kind = keyof typeof replies

/** What users ask for at random. */
export const kinds: readonly [Kind, ...Kind[]] = ['answer', 'charge', 'form', 'plan', 'order', 'figure']

/** What the scripted model says. */
export const stories: StoryInput[] = Object.entries(replies).map(([name, reply]) => ({ name, match: ({ lastUser }) => lastUser.startsWith(`${name} `), reply }))
