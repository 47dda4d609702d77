import fc from 'fast-check'
import type { BlockDelta } from '../create-block-filter.ts'
import { type BlockVerdict, createBlockFilter } from '../create-block-filter.ts'

export const nonce = 'k7Qx92'

export interface Shown {
  artifact: string
  user: string
}

/** Returns the text that a filter emitted for a reply in these pieces. */
export function filterReply(pieces: Iterable<string>, with_nonce = nonce): Shown & { deltas: BlockDelta[]; verdict: BlockVerdict } {
  const filter = createBlockFilter({ nonce: with_nonce, attempt: 1 })
  const deltas: BlockDelta[] = []
  for (const piece of pieces) deltas.push(...filter.feed(piece))
  const verdict = filter.finish()
  deltas.push(...verdict.events)
  return { ...shownOf(deltas), deltas, verdict }
}

export function shownOf(deltas: readonly BlockDelta[]): Shown {
  const of = (type: BlockDelta['type']) => deltas.map((delta) => (delta.type === type ? delta.text : '')).join('')
  return { artifact: of('artifact_delta'), user: of('user_delta') }
}

const anyTag = () => new RegExp(`\\[/?(?:ARTIFACT|USER):${nonce}\\]`, 'g')
const order = [`[ARTIFACT:${nonce}]`, `[/ARTIFACT:${nonce}]`, `[USER:${nonce}]`, `[/USER:${nonce}]`]

/** A second implementation of the contract, with regular expressions over the entire text. */
export function readStrictly(text: string): Shown | undefined {
  const tags = text.match(anyTag()) ?? []
  const [before, artifact, between, user, after] = text.split(anyTag())
  if (tags.join() !== order.join() || artifact === undefined || user === undefined) return undefined
  if ([before, between, after].some((outside) => outside?.trim() !== '')) return undefined
  return { artifact: frameless(artifact), user: frameless(user) }
}

const frameless = (body: string) => body.replace(/^\r?\n/, '').replace(/\r?\n$/, '').toWellFormed()

/** Returns the text of the block that is still open at the end of a text, including characters that may turn out to be a tag; undefined outside of blocks. */
export function openBody(text: string): string | undefined {
  const tags = text.match(anyTag()) ?? []
  const inside = (tags.length === 1 || tags.length === 3) && tags.every((tag, index) => tag === order[index])
  const bodies = text.split(anyTag())
  const clean = bodies.every((body, index) => index % 2 === 1 || body.trim() === '')
  return inside && clean ? bodies.at(-1)?.replace(/^\r?\n/, '') : undefined
}

const pieces = [
  ...order,
  ...order.map((tag) => tag.slice(0, -1)),
  ...order.map((tag) => tag.slice(0, 4)),
  ...order.map((tag) => tag.toLowerCase()),
  ...order.map((tag) => tag.replace(']', '0]')),
  '[',
  '[[',
  '[/',
  ']',
  '\n',
  '\r\n',
  '\r',
  ' ',
  '\t',
  'a[0] = b[i]',
  '```\n',
  '😀',
  '\ud83d',
  '\ude00',
  'é',
  nonce,
]
const noise = (maxLength: number) => fc.array(fc.constantFrom(...pieces), { maxLength }).map((parts) => parts.join(''))
const body = noise(8).filter((text) => !anyTag().test(text))
const blank = fc.array(fc.constantFrom('\n', '\r\n', ' ', '\t', '\u00a0'), { maxLength: 3 }).map((parts) => parts.join(''))

/** Replies that follow the contract. */
export const goodReply = fc
  .tuple(blank, body, blank, body, blank)
  .map(([before, artifact, between, user, after]) => [before, order[0], artifact, order[1], between, order[2], user, order[3], after].join(''))

/** Replies of all kinds: valid ones, valid ones with an insertion or a truncation, and noise. */
export const anyReply = fc.oneof(
  goodReply,
  fc.tuple(goodReply, noise(2), fc.nat(200)).map(([text, more, at]) => text.slice(0, at) + more + text.slice(at)),
  fc.tuple(goodReply, fc.nat(200)).map(([text, end]) => text.slice(0, end)),
  noise(12),
)
