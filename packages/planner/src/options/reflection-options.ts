import { isRecord } from '@pf/core/internal'
import type { Model } from '../model/model.ts'

/** A look at each answer before it counts: scored by a model, and revised while the score is too low. Costs one call a score and one a revision. */
export interface ReflectionOptions {
  enabled: boolean
  /** Scores from here on are good enough; 0 to 1. Default 0.8. */
  threshold?: number
  /** 0 to 2; default 2. With 0 answers are only scored. */
  maxRevisions?: number
  /** Scores; the run's own model revises. Default: `model`. */
  model?: Model
}

/** As an agent holds them. */
export type Reflection = Required<Omit<ReflectionOptions, 'enabled'>>

/** Undefined when answers are not scored. */
export function compileReflection(options: ReflectionOptions | undefined, main: Model): Reflection | undefined {
  if (!options?.enabled) return undefined
  const { threshold = 0.8, maxRevisions = 2, model = main } = options
  return { threshold, maxRevisions, model }
}

/** What is wrong with the options, in words that say what to change. */
export function reflectionFaults(options: unknown, strategy: string | undefined): string[] {
  if (options === undefined) return []
  if (!isRecord(options) || typeof options.enabled !== 'boolean') return ['reflection.enabled must be true or false']
  const { enabled, threshold = 0, maxRevisions = 0, model } = options
  return [
    ...(typeof threshold === 'number' && threshold >= 0 && threshold <= 1 ? [] : ['reflection.threshold must be a number from 0 to 1']),
    ...(maxRevisions === 0 || maxRevisions === 1 || maxRevisions === 2 ? [] : ['reflection.maxRevisions must be 0, 1 or 2']),
    ...(model === undefined || (isRecord(model) && typeof model.stream === 'function') ? [] : ['reflection.model must be a Model']),
    ...(enabled && strategy === 'artifact-first' ? ['reflection is not for the strategy artifact-first, whose drafts the user looks at'] : []),
  ]
}
