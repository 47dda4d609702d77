import { expect, it } from 'vitest'
import { checkRaces } from '../test-support/answer-races.ts'

it('100 interleavings of an answer that comes twice from two tabs: taken once, continued once, and no tab is refused', async () => {
  const counts = await checkRaces(1, 100)
  expect([...counts.keys()].sort()).toEqual(['/agui/agent', '/agui/resume', '/agui/tool_result'])
}, 300_000)
