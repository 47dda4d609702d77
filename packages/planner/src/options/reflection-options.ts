import { isRecord } from '@pf/core/internal'
import type { Model } from '../model/model.ts'

/**
 * Options for reviewing each answer before it is used: a model scores it, and it is revised while the score is too low. Each score and each
 * revision costs one model call.
 */
export interface ReflectionOptions {
  enabled: boolean
  /** Minimum score of an acceptable answer, 0 to 1. Default 0.8. */
  threshold?: number
  /** Number of revisions, 0 to 2. Default 2. With 0, answers are only scored. */
  maxRevisions?: number
  /** The model that scores. Revisions are written by the run's own model. Default: `model`. */
  model?: Model
}

/** The compiled options. */
export type Reflection = Required<Omit<ReflectionOptions, 'enabled'>>

/** Returns undefined if answers are not scored. */
export function compileReflection(options: ReflectionOptions | undefined, main: Model): Reflection | undefined {
  if (!options?.enabled) return undefined
  const { threshold = 0.8, maxRevisions = 2, model = main } = options
  return { threshold, maxRevisions, model }
}

/** Returns the faults of the options, described so that the host can correct them. */
export function reflectionFaults(options: unknown, strategy: string | undefined): string[] {
  if (options === undefined) return []
  if (!isRecord(options) || typeof options.enabled !== 'boolean') return ['reflection.enabled must be true or false']
  const { enabled, threshold = 0, maxRevisions = 0, model } = options
  return [
    ...(typeof threshold === 'number' && threshold >= 0 && threshold <= 1 ? [] : ['reflection.threshold must be a number from 0 to 1']),
    ...(maxRevisions === 0 || maxRevisions === 1 || maxRevisions === 2 ? [] : ['reflection.maxRevisions must be 0, 1 or 2']),
    ...(model === undefined || (isRecord(model) && typeof model.stream === 'function') ? [] : ['reflection.model must be a Model']),
    ...(enabled && strategy === 'artifact-first' ? ['reflection is not supported by the strategy artifact-first, whose drafts the user reviews'] : []),
  ]
}
