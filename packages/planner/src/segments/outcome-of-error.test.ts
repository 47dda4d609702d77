import { PfError } from '@pf/core'
import { describe, expect, it } from 'vitest'
import { RunStopped } from '../hooks/run-stopped.ts'
import { outcomeOfError } from './outcome-of-error.ts'

describe('the outcome of a run that threw', () => {
  it.each(['cancelled', 'deadline'] as const)('is %s for that code', (code) => {
    const error = new PfError(code, 'Ended.')
    expect(outcomeOfError(error)).toStrictEqual({ reason: code, error })
  })

  it('is a refusal when the model refused, and an error for other codes', () => {
    const refused = new PfError('model_refused', 'No.')
    expect(outcomeOfError(refused)).toStrictEqual({ reason: 'error', route: 'refusal', error: refused })
    const failed = new PfError('store_failed', 'No store.')
    expect(outcomeOfError(failed)).toStrictEqual({ reason: 'error', error: failed })
  })

  it.each([new TypeError('broken'), 'text'])('is an internal error for %s', (thrown) => {
    expect(outcomeOfError(thrown)).toMatchObject({ reason: 'error', error: { code: 'internal', cause: thrown } })
  })

  it('is the message of a hook that stopped the run, without results', () => {
    const outcome = outcomeOfError(new RunStopped('onAnswerDelta', 'policy', 'Not here.'))
    expect(outcome).toStrictEqual({ reason: 'answer', answer: 'Not here.', route: 'refusal', bare: true, warnings: ['onAnswerDelta stopped the run: policy'] })
  })
})
