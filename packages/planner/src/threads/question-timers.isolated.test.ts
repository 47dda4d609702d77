import { maxTimerMs } from '@pf/core/internal'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createQuestionTimers } from './question-timers.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

/** Timers, and the keys of those that have fired. */
function createTimers() {
  const fired: string[] = []
  const timers = createQuestionTimers()
  return { timers, fired, set: (key: string, ms: number, as = key) => timers.set(key, ms, () => fired.push(as)) }
}

it('fires once, after its time; a time that has passed fires at once', () => {
  const { set, fired } = createTimers()
  set('a', 100)
  set('past', -5)
  vi.advanceTimersByTime(0)
  expect(fired).toEqual(['past'])
  vi.advanceTimersByTime(99)
  expect(fired).toEqual(['past'])
  vi.advanceTimersByTime(1_000)
  expect(fired).toEqual(['past', 'a'])
})

it('replaces the timer with the same key', () => {
  const { set, fired } = createTimers()
  set('a', 100, 'first')
  set('a', 200, 'second')
  set('b', 300)
  vi.advanceTimersByTime(1_000)
  expect(fired).toEqual(['second', 'b'])
})

it('does not fire after it was cleared or all were closed', () => {
  const { timers, set, fired } = createTimers()
  set('a', 100)
  set('b', 100)
  timers.clear('a')
  vi.advanceTimersByTime(1_000)
  expect(fired).toEqual(['b'])
  set('c', 100)
  timers.close()
  set('d', 100)
  vi.advanceTimersByTime(1_000)
  expect([fired, vi.getTimerCount()]).toEqual([['b'], 0])
})

it('waits longer than the longest delay of a timer', () => {
  const { set, fired } = createTimers()
  set('late', maxTimerMs + 1_000)
  vi.advanceTimersByTime(maxTimerMs)
  expect(fired).toEqual([])
  vi.advanceTimersByTime(999)
  expect(fired).toEqual([])
  vi.advanceTimersByTime(1)
  expect(fired).toEqual(['late'])
})
