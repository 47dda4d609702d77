/** The scores of a run, each from 0 to 1. A score that does not apply to a run is absent. */
export const scoreNames = ['choice', 'shape', 'validity', 'references', 'restraint', 'figures', 'provenance'] as const
export type ScoreName = (typeof scoreNames)[number]

/** The weights of the scores in `total`, the weighted mean of those that apply. */
export const weights: Readonly<Record<ScoreName, number>> = { choice: 3, shape: 2, validity: 1, references: 1, restraint: 2, figures: 2, provenance: 1 }

/** What a run needed. Lower is better. */
export const measureNames = ['input_tokens', 'output_tokens', 'cost', 'ms', 'model_calls', 'repairs'] as const
export type MeasureName = (typeof measureNames)[number]
