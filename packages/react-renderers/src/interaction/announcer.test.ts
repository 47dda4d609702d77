import { expect, it } from 'vitest'
import { createAnnouncer } from './announcer.ts'

/** Creates an announcer whose pauses are ended by the test. */
function quiet() {
  const said: string[] = []
  const pauses: (() => void)[] = []
  const say = createAnnouncer(
    (text) => said.push(text),
    1_000,
    (work) => pauses.push(work),
  )
  return { said, say, pass: () => pauses.shift()?.() }
}

it('says the first at once, and of those that come in the pause after it the newest', () => {
  const { said, say, pass } = quiet()
  for (const text of ['one', 'two', 'three']) say(text)
  expect(said).toEqual(['one'])
  pass()
  expect(said).toEqual(['one', 'three'])
  pass()
  pass()
  say('four')
  expect(said).toEqual(['one', 'three', 'four'])
})

it('says the same words a second time in another way, since they would not be read out again', () => {
  const { said, say, pass } = quiet()
  say('Answered.')
  pass()
  say('Answered.')
  expect(said).toEqual(['Answered.', 'Answered.\u00a0'])
})
