import { readObject } from '@pf/core/internal'

/** What a look at an answer came to; the score is from 0 to 1. */
export interface Score {
  score: number
  critique: string
}

const maxCritique = 2_000

/** A score as a model wrote it, with text or a fence around it; undefined for what is none. Scores on another scale are none: nobody knows which. */
export function readScore(text: string): Score | undefined {
  const value = readObject(text, (object) => Object.hasOwn(object, 'score'))
  if (!value) return undefined
  const score = typeof value.score === 'string' && value.score.trim() !== '' ? Number(value.score) : value.score
  if (typeof score !== 'number' || !(score >= 0 && score <= 1)) return undefined
  const critique = typeof value.critique === 'string' ? value.critique.trim().slice(0, maxCritique).toWellFormed() : ''
  return { score, critique }
}
