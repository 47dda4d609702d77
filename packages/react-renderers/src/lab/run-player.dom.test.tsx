import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { chunk, finished, logOf, payload, result, started, text, call as toolCall } from '../test-support/run-log.ts'
import { RunPlayer } from './run-player.tsx'

afterEach(cleanup)

const events = logOf([
  started(),
  ...toolCall('c1', 'query', '{"table":', '"cities"}'),
  result('c1', '{"rows":3}'),
  chunk('a', 'callout', { title: 'Three cities', content: 'Read from a table.' }),
  ...text('t:r1', 'Here are ', 'three cities.'),
  finished({ result: payload('Here are three cities.') }),
])

const slider = () => screen.getByRole<HTMLInputElement>('slider', { name: 'Event' })
const moveTo = (value: number) => fireEvent.change(slider(), { target: { value: String(value) } })
const shown = () => document.querySelector('.pf-chat-list')?.textContent ?? ''

it('shows the conversation as it was after the chosen event', () => {
  render(<RunPlayer events={events} question="Which cities?" />)
  expect(shown()).toContain('Here are three cities.')
  const first = events.findIndex(({ event }) => event.type === 'TEXT_MESSAGE_CONTENT')
  moveTo(first + 1)
  expect(shown()).toContain('Here are')
  expect(shown()).not.toContain('three cities.')
  moveTo(first)
  expect(shown()).not.toContain('Here are')
  moveTo(0)
  expect(shown()).toBe('Which cities?')
  moveTo(events.length)
  expect(shown()).toContain('Here are three cities.')
})

it('names the event of the position for screen readers, without control characters', () => {
  const hostile = [...events.slice(0, 1), { id: '2.0', event: { type: '\u202eEVIL\u0007', timestamp: 'x' } }]
  render(<RunPlayer events={hostile} />)
  expect(slider().getAttribute('aria-valuetext')).toMatch(/^2\/2 · /)
  for (const character of ['\u202e', '\u0007']) expect(slider().getAttribute('aria-valuetext')).not.toContain(character)
  moveTo(1)
  expect(slider().getAttribute('aria-valuetext')).toBe('1/2 · RUN_STARTED · 0.0 s')
})

it('shows nothing for a run without events', () => {
  render(<RunPlayer events={[]} />)
  expect([slider().max, shown()]).toEqual(['0', ''])
})
