import { expect, it } from 'vitest'
import { createModelServer } from '../server/create-model-server.ts'
import { readStories } from './read-stories.ts'
import type { Conversation } from './story.ts'

const match = () => true

it('a story may hold its replies instead of a function, as texts or objects', () => {
  const conversation = {} as Conversation
  const [one, list, made] = readStories([
    { name: 'one', match, reply: 'Hello.' },
    { name: 'list', match, reply: ['first', { content: 'second' }] },
    { name: 'made', match, reply: () => 'Hello.' },
  ])
  expect(one?.reply(conversation)).toEqual({ content: 'Hello.' })
  expect(list?.reply(conversation)).toEqual([{ content: 'first' }, { content: 'second' }])
  expect(made?.reply(conversation)).toEqual({ content: 'Hello.' })
})

it('a faulty story is reported when the server is created, with every fault', async () => {
  const stories = [{ match, reply: 'x' }, { name: 'b', match: true, reply: [] }, { name: 'c', match, reply: { text: 'x' } }, null] as never
  await expect(createModelServer({ stories })).rejects.toMatchObject({
    code: 'invalid_config',
    message: expect.stringMatching(/story 0 needs a name.*match of story "b".*reply of story "b" must not be empty|.*/),
  })
  await expect(createModelServer({ stories })).rejects.toThrow('reply of story "c" needs content')
  await expect(createModelServer({ stories })).rejects.toThrow('story 3 must be an object')
})
