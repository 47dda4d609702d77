import { PfError } from '@pf/core'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createRunSignal } from './build-run.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

it('aborts with the code deadline after the time limit', () => {
  const run = createRunSignal(1_000)
  vi.advanceTimersByTime(999)
  expect(run.signal.aborted).toBe(false)
  vi.advanceTimersByTime(1)
  expect(run.signal.reason).toMatchObject({ code: 'deadline' })
})

it('keeps the first reason', () => {
  const run = createRunSignal(1_000)
  const reason = new PfError('cancelled', 'Cancelled.')
  run.abort(reason)
  run.abort(new Error('later'))
  vi.advanceTimersByTime(2_000)
  expect(run.signal.reason).toBe(reason)
})

it('does not reach its time limit after it was stopped', () => {
  const run = createRunSignal(1_000)
  run.stop()
  vi.advanceTimersByTime(2_000)
  expect([run.signal.aborted, vi.getTimerCount()]).toEqual([false, 0])
})
